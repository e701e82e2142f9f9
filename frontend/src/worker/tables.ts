// The worker of the tables: hands each message to the desk (`canasta.device.desk`), keeps what it wants kept, and lets
// time pass.

import { loadEngine, why } from "./engine";
import { openKeeper, type Keeper } from "./kept";
import { BROKEN, type FromWorker, type ToWorker } from "../lib/source/device";

interface Step {
  out: FromWorker[];
  tasks: { id: number }[];
  rows: Record<string, string>;
  wants: { keep: Record<string, string>; drop: string[] } | { load: string; take: boolean } | null;
  wait: number | null;
}
interface Desk {
  begin(message: string): string;
  go_on(found: string): string;
}
type Message = ToWorker | { tick: true } | { taken: string };

const tell = (told: FromWorker): void => self.postMessage(told);
const queue: Message[] = [];
let wake: (() => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let loaded = false;

function put(message: Message): void {
  queue.push(message);
  wake?.();
}
self.onmessage = (event: MessageEvent<ToWorker>) => put(event.data);

async function next(): Promise<Message> {
  while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  wake = null;
  return queue.shift()!;
}

/** One window at a time plays at a table: the one that came last takes it over. */
class Locks {
  readonly #held = new Map<string, () => void>();

  async take(code: string): Promise<void> {
    if (this.#held.has(code) || !("locks" in navigator)) return;
    await new Promise<void>((granted) => {
      navigator.locks
        .request(`canasta ${PATH} ${code}`, { steal: true }, () => {
          granted();
          return new Promise<void>((release) => this.#held.set(code, release));
        })
        .catch(() => {
          this.#held.delete(code);
          put({ taken: code });
        });
    });
  }
}

const PATH = new URL("../", self.location.href).pathname;

async function found(keeper: Keeper, locks: Locks, wants: NonNullable<Step["wants"]>): Promise<unknown> {
  if ("load" in wants) {
    if (wants.take) await locks.take(wants.load);
    return keeper.log(wants.load);
  }
  try {
    await keeper.keep(wants.keep, wants.drop);
    return "";
  } catch (error) {
    if (error instanceof DOMException && error.name === "ConstraintError")
      return "this table was played on in another window.";
    if (error instanceof DOMException && error.name === "QuotaExceededError")
      return "its storage is full. Save your matches and delete some.";
    return "its storage does not answer.";
  }
}

async function main(): Promise<void> {
  const [python, keeper] = await Promise.all([loadEngine(), openKeeper(PATH)]);
  const locks = new Locks();
  const { DeskWorker } = python.pyimport("canasta.device.worker") as { DeskWorker: (rows: string) => Desk };
  const desk = DeskWorker(JSON.stringify(await keeper.small()));
  loaded = true;
  tell({ ready: true, keeps: keeper.keeps, sentence: "" });
  for (;;) {
    let text = desk.begin(JSON.stringify(await next()));
    for (;;) {
      const step = JSON.parse(text) as Step;
      for (const told of step.out) tell(told);
      for (const task of step.tasks) tell({ task });
      keeper.note(step.rows);
      clearTimeout(timer);
      if (step.wants === null) {
        if (step.wait !== null) timer = setTimeout(() => put({ tick: true }), step.wait);
        break;
      }
      text = desk.go_on(JSON.stringify(await found(keeper, locks, step.wants)));
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  tell({ ready: false, keeps: loaded, sentence: loaded ? BROKEN : why() });
});
