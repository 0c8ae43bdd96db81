/** Node's timers take no more; nobody waits for a response for 24 days. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The end of the time that a whole call may take. A call is in one stage at a time, so there is one thing to cancel. */
export class Deadline {
  passed = false
  readonly timeoutMs: number
  readonly #timer: NodeJS.Timeout
  #cancel: () => void = () => {}

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs
    this.#timer = setTimeout(
      () => {
        this.passed = true
        this.#cancel()
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    )
  }

  /** What passing the deadline cancels from now on. */
  cancels(cancel: () => void): void {
    this.#cancel = cancel
    if (this.passed) cancel()
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
