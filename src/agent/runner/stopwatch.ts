import type { Shape } from '../../contract/core/endpoint.ts'
import type { timing } from '../../contract/results/results.ts'

export type Timing = Shape<typeof timing>

/** Phases of a hop, in order. */
export type Phase = 'dns' | 'tcp' | 'handshake' | 'upload' | 'processing' | 'download'

/** Words for each phase, to follow "while". */
export const phaseWords: Readonly<Record<Phase, string>> = {
  dns: 'looking up the host',
  tcp: 'connecting',
  handshake: 'securing the connection (TLS handshake)',
  upload: 'sending the request',
  processing: 'waiting for the response',
  download: 'reading the response',
}

/** Rounds milliseconds to the microsecond. */
export const microseconds = (ms: number): number => Math.round(ms * 1000) / 1000

/**
 * Assigns every moment of a call to exactly one phase, so the phases always add up to the total. The last stretch of a failed call
 * counts for the phase that failed. Times are milliseconds of `nowMs`, a monotonic clock.
 */
export class Stopwatch {
  phase: Phase = 'dns'
  readonly #nowMs: () => number
  readonly #spentMs: Record<Phase, number> = { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0 }
  #redirectMs = 0
  #sinceMs: number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#sinceMs = nowMs()
  }

  /** Ends the current phase and starts another. */
  enter(phase: Phase): void {
    const nowMs = this.#nowMs()
    this.#spentMs[this.phase] += nowMs - this.#sinceMs
    this.#sinceMs = nowMs
    this.phase = phase
  }

  /** Skips the current phase (an IP address needs no lookup): its time counts for the next one. */
  skipTo(phase: Phase): void {
    this.phase = phase
  }

  /** The first byte of the response has arrived, possibly before the request was sent completely. */
  answerBegins(): void {
    if (this.phase === 'download') return
    if (this.phase === 'upload') this.enter('processing')
    this.enter('download')
  }

  /** Stops the clock. What follows (judging, packing) is not the target's time. */
  stop(): void {
    this.enter(this.phase)
  }

  /** Milliseconds on the same clock, for durations within a phase. */
  clockMs(): number {
    return this.#nowMs()
  }

  /** Starts the next hop: all time so far becomes `redirect`. Returns the milliseconds of the hop that ended. */
  nextHop(): number {
    this.enter('dns')
    const spent = this.#spentMs
    const hopMs = spent.dns + spent.tcp + spent.handshake + spent.upload + spent.processing + spent.download
    this.#redirectMs += hopMs
    spent.dns = spent.tcp = spent.handshake = spent.upload = spent.processing = spent.download = 0
    return microseconds(hopMs)
  }

  /** Milliseconds per phase, to the microsecond. */
  read(): Timing {
    const spent = this.#spentMs
    const dns = microseconds(spent.dns)
    const tcp = microseconds(spent.tcp)
    const handshake = microseconds(spent.handshake)
    const upload = microseconds(spent.upload)
    const processing = microseconds(spent.processing)
    const download = microseconds(spent.download)
    const redirect = microseconds(this.#redirectMs)
    const total = microseconds(dns + tcp + handshake + upload + processing + download + redirect)
    return { dns, tcp, handshake, upload, processing, download, redirect, total }
  }
}
