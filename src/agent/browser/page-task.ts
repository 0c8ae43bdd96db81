import type { BrowserSettings } from '../../domain/monitors/browser-assertions.ts'
import type { PageFindings } from '../../domain/results/page-findings.ts'
import type { CallFailure } from '../runner/call-failure.ts'
import type { Pair } from '../runner/request.ts'
import type { Timing } from '../runner/stopwatch.ts'
import type { Detail, Trace } from '../runner/trace.ts'

export type BrowserDetail = NonNullable<Detail['browser']>

/** A browser test as Chromium runs it: all placeholders are filled in. It is copied to another thread. */
export type PageTask = {
  /** Number of the project, so that projects share the browser fairly. */
  readonly project: number | null
  readonly url: string
  readonly settings: BrowserSettings
  /** Indexes of the steps that enter a secret, or compare with one, and of such assertions. */
  readonly secretSteps: readonly number[]
  readonly secretAssertions: readonly number[]
  /** Texts to cover in pictures, and to mask before a text of the page is cut. */
  readonly secrets: readonly string[]
  /** The values of secret variables alone, without the texts around them in a step: what is compared has them masked. */
  readonly ownSecrets: readonly string[]
  /** Origins that secrets may be entered at; null: the server names none. */
  readonly secretOrigins: readonly string[] | null
}

/** A picture: 0 is the page at the end, others are those of their step. */
export type Picture = { readonly number: number; readonly bytes: Uint8Array }

/** The main document's response. Its body is decoded. */
export type MainResponse = {
  readonly url: string
  readonly statusCode: number
  readonly statusText: string
  readonly headers: readonly Pair[]
  readonly body: Uint8Array
}

/** The timing of a page of which no phase is known. */
export const noTiming = (totalMs: number): Timing => ({
  dns: 0,
  tcp: 0,
  handshake: 0,
  upload: 0,
  processing: 0,
  download: totalMs,
  redirect: 0,
  total: totalMs,
})

/** A browser test that was run, before secrets are masked and it is judged. It is copied from another thread. */
export type PageRun = {
  /** Milliseconds that the run waited for its turn and for the browser to start. */
  readonly waitedMs: number
  readonly timing: Timing
  readonly failure: CallFailure | null
  /** Request headers of the main document, as sent. */
  readonly sent: readonly Pair[]
  readonly response: MainResponse | null
  readonly facts: Pick<Trace, 'lookups' | 'redirects' | 'destIp' | 'sourceIp' | 'tls' | 'protocol' | 'messages'>
  readonly browser: BrowserDetail
  readonly found: PageFindings['found']
  readonly failedStep: PageFindings['failedStep']
  readonly failedResources: readonly string[]
  readonly pictures: readonly Picture[]
}

/** The end of a browser test: its run, or a sentence about this agent's trouble with its browser. */
export type BrowserOutcome = PageRun | { readonly trouble: string }
