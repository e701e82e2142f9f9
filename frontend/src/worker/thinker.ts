// The worker for what takes long: hints, moves of bots that search, records, deals to watch again.

import { loadEngine, why } from "./engine";

const engine = loadEngine().then(
  (python) => python.pyimport("canasta.device.worker") as { perform_text(task: string): string },
);
engine.catch((error: unknown) => self.postMessage({ ready: false, sentence: why(error) }));

self.onmessage = async (event: MessageEvent<{ id: number }>) => {
  const { perform_text } = await engine;
  const result: unknown = JSON.parse(perform_text(JSON.stringify(event.data)));
  self.postMessage({ done: event.data.id, result });
};
