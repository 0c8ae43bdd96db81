import type { Log } from '../log.ts'
import { answerWithinMs, MAX_SERVER_WAIT_MS, type Pause, waitAfterMs } from '../pause.ts'
import { receiptOf } from '../server/answers.ts'
import type { Membership } from '../server/membership.ts'
import type { Spool, Stored } from './spool.ts'

const RESULTS = '/remote-api/1/agent/results'
/** Maximum time that a result waits for others, to be sent together. */
const BATCH_MS = 50
const MAX_RESULTS = 200
const MAX_CHARACTERS = 4_194_304
const MAX_IN_FLIGHT = 2

/** Statuses after which retrying the same body is useless. */
const isRefusal = (status: number): boolean => status === 400 || status === 413 || status === 422

export type DeliveryOptions = {
  membership: Pick<Membership, 'post'>
  spool: Pick<Spool, 'release'>
  log: Log
  pause: Pause
  chance: () => number
  /** Aborts delivery; undelivered results stay in the spool. */
  signal: AbortSignal
  /** Is told each result that the server has accepted or refused. */
  settled?: (id: string, isAccepted: boolean) => void
  /** Reports that the agent cannot continue. */
  failed: (error: unknown) => void
}

/** Delivers results to the server in batches, and retries until each is acknowledged. */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #queue: Stored[] = []
  #inFlight = 0
  readonly #undelivered = new Set<string>()
  #gathering: NodeJS.Timeout | null = null
  #emptied: (() => void)[] = []

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Number of results that the server has not acknowledged. */
  get undelivered(): number {
    return this.#undelivered.size
  }

  /** Their ids. */
  get undeliveredIds(): string[] {
    return [...this.#undelivered]
  }

  add(results: readonly Stored[]): void {
    for (const result of results) {
      this.#queue.push(result)
      this.#undelivered.add(result.id)
    }
    if (this.#queue.length >= MAX_RESULTS) this.#send()
    else if (this.#queue.length > 0) this.#gathering ??= setTimeout(() => this.#send(), BATCH_MS)
  }

  /** Sends all results now; resolves when the server has them, or when delivery is aborted. */
  flush(): Promise<void> {
    if (this.#undelivered.size === 0 || this.#options.signal.aborted) return Promise.resolve()
    this.#send()
    return new Promise((resolve) => {
      this.#emptied.push(resolve)
      this.#options.signal.addEventListener('abort', () => resolve())
    })
  }

  #send(): void {
    if (this.#gathering) clearTimeout(this.#gathering)
    this.#gathering = null
    while (this.#inFlight < MAX_IN_FLIGHT && this.#queue.length > 0) {
      this.#inFlight++
      void this.#deliver(this.#nextBatch())
        .catch(this.#options.failed)
        .finally(() => this.#landed())
    }
  }

  #landed(): void {
    this.#inFlight--
    if (this.#queue.length > 0) this.#send()
    if (this.#undelivered.size > 0) return
    for (const resolve of this.#emptied) resolve()
    this.#emptied = []
  }

  #nextBatch(): Stored[] {
    let count = 0
    let characters = 0
    for (const { line } of this.#queue) {
      characters += line.length
      if (count > 0 && (count >= MAX_RESULTS || characters > MAX_CHARACTERS)) break
      count++
    }
    return this.#queue.splice(0, count)
  }

  async #deliver(batch: readonly Stored[]): Promise<void> {
    const { membership, log, pause, chance, signal } = this.#options
    let waiting = batch
    for (let failures = 0; waiting.length > 0 && !signal.aborted; failures++) {
      if (failures > 0) await pause(waitAfterMs(failures, chance(), MAX_SERVER_WAIT_MS), signal)
      const body = `{"results":[${waiting.map(({ line }) => line).join(',')}]}`
      const answer = await membership.post(RESULTS, body, answerWithinMs(failures), signal)
      const receipt = answer.status === 200 ? receiptOf(answer.json) : null
      if (receipt) {
        for (const { id, reason } of receipt.refused) log(`the server refused the result ${id}: ${reason}`)
        const accepted = new Set(receipt.accepted)
        const refused = new Set(receipt.refused.map(({ id }) => id))
        this.#settle(
          waiting.filter(({ id }) => accepted.has(id)),
          true,
        )
        this.#settle(
          waiting.filter(({ id }) => !accepted.has(id) && refused.has(id)),
          false,
        )
        waiting = waiting.filter(({ id }) => !accepted.has(id) && !refused.has(id))
      } else if (isRefusal(answer.status)) {
        return this.#deliverParts(waiting, answer.status)
      } else if (failures === 0 && !signal.aborted) log(`results cannot be delivered: ${answer.problem}; retrying`)
    }
  }

  /** Splits a refused batch, so that one bad result does not hold up the others. */
  async #deliverParts(batch: readonly Stored[], status: number): Promise<void> {
    if (batch.length === 1) {
      this.#options.log(`the server refused the result ${batch[0]?.id} (${status})`)
      this.#settle(batch, false)
      return
    }
    const half = batch.length >> 1
    await this.#deliver(batch.slice(0, half))
    await this.#deliver(batch.slice(half))
  }

  #settle(results: readonly Stored[], isAccepted: boolean): void {
    for (const { id } of results) {
      this.#undelivered.delete(id)
      this.#options.settled?.(id, isAccepted)
    }
    this.#options.spool.release(results)
  }
}
