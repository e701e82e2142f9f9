// What is measured in the page: runs there, so it must not use anything from outside.

/** Everything that is wrong with where things are, in sentences. */
export function misplaced(): string[] {
  const wrong: string[] = [];
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.documentElement;
  for (const each of [root, document.querySelector("#page")!]) {
    if (each.scrollWidth > width || each.scrollHeight > height)
      wrong.push(`the page is ${each.scrollWidth} × ${each.scrollHeight}`);
  }
  const zones = [
    ".top",
    ".plates",
    ".notice",
    ".field .others",
    ".field .mine",
    ".ground",
    ".work .middle",
    ".tray",
    ".say",
    ".hand",
    ".acts",
    ".aside",
  ];
  const boxes = zones
    .flatMap((zone) =>
      [...document.querySelectorAll(zone)].map((node) => ({ zone, box: node.getBoundingClientRect() })),
    )
    .filter(({ box }) => box.width > 0 && box.height > 0);
  for (const { zone, box } of boxes) {
    if (box.left < -0.5 || box.top < -0.5 || box.right > width + 0.5 || box.bottom > height + 0.5)
      wrong.push(`${zone} leaves the screen: ${box.left},${box.top} to ${box.right},${box.bottom}`);
  }
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const tall = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 0.5 && tall > 0.5) wrong.push(`${one.zone} and ${other.zone} overlap by ${wide} × ${tall}`);
    }
  });
  for (const button of document.querySelectorAll<HTMLElement>(".acts .btn")) {
    const box = button.getBoundingClientRect();
    if (box.height < 44 || box.width < 44) wrong.push(`button ${button.textContent}: ${box.width} × ${box.height}`);
    if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height)
      wrong.push(`button ${button.textContent} leaves the screen`);
    const label = button.querySelector("span:not(.offstage)");
    if (label && label.getBoundingClientRect().width > box.width + 0.5)
      wrong.push(`button ${button.textContent}: its words are wider than it`);
  }
  const acts = [...document.querySelectorAll(".acts .btn")].map((node) => node.getBoundingClientRect());
  acts.forEach((box, at) => {
    const next = acts[at + 1];
    if (next && box.right > next.left + 0.5 && box.left < next.right && box.bottom > next.top + 0.5)
      wrong.push("buttons overlap");
  });
  for (const caption of document.querySelectorAll(".caption, .sum, .total, .why")) {
    const box = caption.getBoundingClientRect();
    if (box.width && (box.left < -0.5 || box.right > width + 0.5))
      wrong.push(`${caption.className} "${caption.textContent}" leaves the screen`);
  }
  for (const [inner, outer] of [
    [".plate .held", ".plate"],
    [".plate .reserve", ".has"],
    [".line .held", ".line"],
    [".line .reserve", ".line"],
    [".mine .inline", ".side"],
    [".mine .meld", ".melds"],
  ] as const) {
    for (const node of document.querySelectorAll(inner)) {
      const box = node.getBoundingClientRect();
      const around = node.closest(outer)?.getBoundingClientRect();
      if (around && box.width && (box.right > around.right + 0.5 || box.left < around.left - 0.5))
        wrong.push(`${inner} "${node.textContent}" leaves ${outer} by ${box.right - around.right}`);
    }
  }
  for (const name of document.querySelectorAll(".plate .name, .line .name, .inline .name")) {
    const box = name.getBoundingClientRect();
    if (box.width < 20 && name.scrollWidth > name.clientWidth)
      wrong.push(`the name ${name.textContent} has only ${Math.round(box.width)} px`);
  }
  // What the last player did can take three lines for a moment: no more than the sentence has room for.
  const say = document.querySelector(".say");
  if (say && say.scrollHeight > say.clientHeight + 1)
    wrong.push(`the sentence is ${say.scrollHeight} px high in ${say.clientHeight}`);
  for (const card of document.querySelectorAll<HTMLElement>(".held-card")) {
    const box = card.getBoundingClientRect();
    let hits = 0;
    const columns = new Set<number>();
    const rows = new Set<number>();
    for (let x = box.left + 1; x < box.right; x += 4) {
      for (let y = box.top + 1; y < box.bottom; y += 4) {
        if (document.elementFromPoint(x, y)?.closest(".held-card") === card) {
          hits += 1;
          columns.add(x);
          rows.add(y);
        }
      }
    }
    if (hits < 30 || columns.size < 5 || rows.size < 5)
      wrong.push(`card ${card.dataset["id"]} has only ${columns.size * 4} × ${rows.size * 4} px of its own`);
  }
  if (document.querySelectorAll("*").length > 1500) wrong.push(`${document.querySelectorAll("*").length} nodes`);
  return wrong;
}
