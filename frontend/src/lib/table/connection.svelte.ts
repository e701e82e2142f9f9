// How this page hears its table, and what the table says of itself besides the play.

import type { Connection as Now, Message } from "../source/source";

export class Connection {
  now = $state<Now>("connecting");
  /** Why the table stands still, or can't be heard any more; empty if it goes on. */
  stopped = $state("");
  /** How many look at the table who have not joined it; only the host hears of them. */
  watching = $state(0);
  /** Whether this page has asked to leave: then it goes without a word. */
  leaving = false;

  change(now: Now): void {
    this.now = now;
    // What ended the connection before is over; what still holds is said again.
    if (now === "open") this.stopped = "";
  }

  hear(message: Message): void {
    if (message.t === "stopped" || message.t === "unsaved") this.stopped = message.text;
    else if (message.t === "bye") this.stopped = message.why;
    else if (message.t === "again") this.stopped = "";
    else if (message.t === "watching") this.watching = message.count;
  }
}
