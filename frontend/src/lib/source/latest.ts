/** Questions of which only the last counts: whatever is answered to those before comes too late. */
export class Latest {
  #last = 0;

  /** What `asking` is answered; null if another question was asked since, or nobody wants an answer any more. */
  async of<T>(asking: Promise<T>): Promise<T | null> {
    const mine = ++this.#last;
    const answer = await asking;
    return mine === this.#last ? answer : null;
  }

  /** Nobody wants an answer to what was asked. */
  forget(): void {
    this.#last += 1;
  }
}
