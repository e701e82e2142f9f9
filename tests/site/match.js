// Play a whole match in the workers of the site, as fast as they can, by hints: what a page asks, without the page. Returns
// the code of its table.
async ([tables, thinker]) => {
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
      if (frame.t === "happened") state = merged(state, frame.public);
      waiting.get(frame.cmd ?? frame.n)?.(frame);
      if (frame.t === "done") console.log(`confirmed ${frame.seq}`);
      changed();
    }
  };
  let number = 0;
  const answered = (key, message) =>
    new Promise((resolve) => {
      waiting.set(key, resolve);
      desk.postMessage(message);
    });
  const frame = (told) => ({ from: 1, frame: JSON.stringify(told) });
  const act = (what) => {
    const cmd = `c-${++number}`;
    return answered(cmd, frame({ t: "do", cmd, ...what }));
  };
  const made = await answered("n1", { ask: "playNow", n: 1, with: { name: "Ann" } });
  const { code } = made.data;
  desk.postMessage({ open: 1, code });
  desk.postMessage(frame({ t: "hello" }));
  while (state === null) await new Promise((resolve) => (changed = resolve));
  await act({ act: "configure", settings: { pace: 0, numbers_wait: 1 } });
  while (state.state !== "over") {
    if (state.state === "counting") await act({ act: "ready" });
    else if (state.state === "playing" && (state.table.waiting ?? [state.table.turn]).includes(seat)) {
      const n = ++number;
      const hinted = await answered(n, frame({ t: "hint", n }));
      for (const move of hinted.moves) await act({ move });
    } else await new Promise((resolve) => (changed = resolve));
  }
  return code;
}
