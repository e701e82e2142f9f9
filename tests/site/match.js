// Play a whole match in the workers of the site, as fast as they can, by hints: what a page asks, without the page. With `deals`,
// as many deals as that, and `told` after each. Returns the code of its table; `waits`, how long it took from each move that
// ended a turn until it was this player's turn again, in ms; and `moves`, how long each move of a bot took.
async ([tables, thinker, deals]) => {
  const start = (url) => new Worker(url, { type: "module" });
  const [desk, mind] = [start(tables), start(thinker)];
  const waiting = new Map();
  let state = null;
  let seat = 0;
  const merged = (before, patch) => {
    if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
    const after = { ...(before !== null && typeof before === "object" && !Array.isArray(before) ? before : {}) };
    for (const [key, value] of Object.entries(patch))
      if (value === null) delete after[key];
      else after[key] = merged(after[key], value);
    return after;
  };
  mind.onmessage = ({ data }) => desk.postMessage({ done: data.done, result: data.result });
  let changed = () => {};
  desk.onmessage = ({ data }) => {
    if (data.task) mind.postMessage({ ...data.task, worlds: 1 });
    else if ("n" in data) waiting.get(`n${data.n}`)?.(data);
    else if (data.to) {
      const frame = JSON.parse(data.frame);
      if (frame.t === "table") [state, seat] = [frame.state.public, frame.you.seat];
      if (frame.t === "happened") {
        state = merged(state, frame.public);
        if (frame.by !== undefined && frame.by !== seat && !frame.act) moves.push(performance.now() - heard);
        heard = performance.now();
      }
      waiting.get(frame.cmd ?? frame.n)?.(frame);
      if (frame.t === "done") console.log(`confirmed ${frame.seq}`);
      changed();
    }
  };
  let number = 0;
  let heard = 0;
  const [waits, moves] = [[], []];
  const mine = () => state.state === "playing" && (state.table.waiting ?? [state.table.turn]).includes(seat);
  const answered = (key, message) =>
    new Promise((resolve) => {
      waiting.set(key, resolve);
      desk.postMessage(message);
    });
  let page = 0;
  const frame = (told) => ({ from: page, frame: JSON.stringify(told) });
  const act = (what) => {
    const cmd = `c-${++number}`;
    return answered(cmd, frame({ t: "do", cmd, ...what }));
  };
  const sit = async () => {
    const n = ++number;
    const made = await answered(`n${n}`, { ask: "playNow", n, with: { name: "Ann" } });
    state = null;
    desk.postMessage({ open: n, code: made.data.code });
    page = n;
    desk.postMessage(frame({ t: "hello" }));
    while (state === null) await new Promise((resolve) => (changed = resolve));
    await act({ act: "configure", settings: { pace: 0, numbers_wait: 1 } });
    return made.data.code;
  };
  let code = await sit();
  let began = 0;
  for (let played = 0; played !== deals; ) {
    if (began && (mine() || state.state !== "playing")) {
      waits.push(performance.now() - began);
      began = 0;
    }
    if (state.state === "counting" || state.state === "over") {
      played++;
      await window.told?.(played);
      if (state.state === "counting") await act({ act: "ready" });
      else if (deals === undefined) break;
      else if (played < deals) code = await sit();
    } else if (mine()) {
      const n = ++number;
      const hinted = await answered(n, frame({ t: "hint", n }));
      for (const move of hinted.moves) {
        const sent = performance.now();
        await act({ move });
        if (!mine()) began = sent;
      }
    } else await new Promise((resolve) => (changed = resolve));
  }
  return { code, waits, moves };
}
