import type { Shape } from '../../contract/core/endpoint.ts'
import type { timing } from '../../contract/results/results.ts'

export type Timing = Shape<typeof timing>

/** The phases of a hop, in their order. */
export type Phase = 'dns' | 'tcp' | 'handshake' | 'upload' | 'processing' | 'download'

/** What a call is doing in each phase, as it follows "while". */
export const doing: Readonly<Record<Phase, string>> = {
  dns: 'looking up the host',
  tcp: 'connecting',
  handshake: 'securing the connection (TLS handshake)',
  upload: 'sending the request',
  processing: 'waiting for the response',
  download: 'reading the response',
}

/** Milliseconds to the microsecond. */
export const microseconds = (ms: number): number => Math.round(ms * 1000) / 1000

/**
 * Credits every instant of a call to exactly one phase, so that the phases sum to the total whatever happens: a call
 * that fails leaves its last stretch of time in the phase it failed in. Times are milliseconds of `nowMs`, a clock that
 * never goes back.
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

  /** The time since the last change belongs to the phase that was; what follows belongs to this one. */
  enter(phase: Phase): void {
    const nowMs = this.#nowMs()
    this.#spentMs[this.phase] += nowMs - this.#sinceMs
    this.#sinceMs = nowMs
    this.phase = phase
  }

  /** The phase that was takes no time at all (an IP literal is not looked up): its time goes to this one. */
  skipTo(phase: Phase): void {
    this.phase = phase
  }

  /** The first byte of the response is here, perhaps before the request was sent to its end. */
  answerBegins(): void {
    if (this.phase === 'download') return
    if (this.phase === 'upload') this.enter('processing')
    this.enter('download')
  }

  /** Ends the clock's last stretch: what comes after it (judging, packing) is not the target's time. */
  stop(): void {
    this.enter(this.phase)
  }

  /** Milliseconds on the same clock, for durations within a phase. */
  clockMs(): number {
    return this.#nowMs()
  }

  /** Begins the next hop: all that was so far becomes `redirect`. Returns the milliseconds of the hop that ended. */
  nextHop(): number {
    this.enter('dns')
    const spent = this.#spentMs
    const hopMs = spent.dns + spent.tcp + spent.handshake + spent.upload + spent.processing + spent.download
    this.#redirectMs += hopMs
    spent.dns = spent.tcp = spent.handshake = spent.upload = spent.processing = spent.download = 0
    return microseconds(hopMs)
  }

  /** Milliseconds of each phase, to the microsecond. */
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
