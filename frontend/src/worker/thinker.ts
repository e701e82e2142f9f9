// The worker for what takes long: hints, moves of bots that search, records, deals to watch again.

import { loadEngine, why } from "./engine";

const engine = loadEngine().then(
  (python) => python.pyimport("canasta.device.worker") as { perform_text(task: string): string },
);
engine.catch((error: unknown) => {
  console.error(error);
  self.postMessage({ ready: false, sentence: why() });
});

const FAILED = { sentence: "This could not be worked out: the program failed.", status: 500 };

self.onmessage = async (event: MessageEvent<{ id: number }>) => {
  const { perform_text } = await engine;
  let result: unknown = FAILED;
  try {
    result = JSON.parse(perform_text(JSON.stringify(event.data)));
  } catch (error) {
    console.error(error);
  }
  self.postMessage({ done: event.data.id, result });
};
