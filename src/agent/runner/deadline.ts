/** Maximum delay of Node's timers: 24 days. */
const MAX_TIMER_MS = 2_147_483_647

/** The time limit of a whole call. A call is in one stage at a time, so there is only one thing to cancel. */
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
      Math.min(timeoutMs, MAX_TIMER_MS),
    )
  }

  /** Sets the action that cancels the current stage when the time is up. */
  cancels(cancel: () => void): void {
    this.#cancel = cancel
    if (this.passed) cancel()
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
