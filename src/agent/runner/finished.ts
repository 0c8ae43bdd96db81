import type { PageFindings } from '../../domain/results/page-findings.ts'
import type { CallFailure } from './call-failure.ts'
import type { CapturedBody } from './captured-body.ts'
import type { Fill } from './fill.ts'
import type { Job, Pair, Request } from './request.ts'
import type { ResponseHead } from './response-head.ts'
import type { Timing } from './stopwatch.ts'
import type { Detail, Trace } from './trace.ts'

/** The outcome of a call before it is judged and masked. */
export type Finished = {
  job: Job
  /** Milliseconds since 1970. */
  startedMs: number
  timing: Timing
  trace: Trace
  /** The last request; null if the call could not be made. */
  request: Request | null
  /** The request headers as sent. */
  sent: readonly Pair[]
  /** `isDecoded` says that the body is not packed as its headers say: a browser has unpacked it. */
  response: { url: URL; head: ResponseHead; body: CapturedBody; isDecoded?: boolean } | null
  failure: CallFailure | null
  /** The URL of the first request; null if the call could not be made. */
  called: URL | null
  /** Notes placeholders of conditions that have no value. */
  fill: Fill
  /** Only of browser tests. */
  page?: { browser: NonNullable<Detail['browser']>; findings: PageFindings }
}
