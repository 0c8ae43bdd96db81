import type { LaterPhase, PhaseTimes } from '../parts/chart/wire-phases.ts'
import type { BrowserEvidence, Result } from './full-result.ts'

type Timing = NonNullable<Result['timing']>

/** Phases of a result's timing as charts name them. */
export const phaseTimes = ({ handshake, ...phases }: Timing): PhaseTimes => ({ ...phases, tls: handshake })

/** Time to receive the main document, after its first byte; null if its request is not among the resources that are kept. */
const documentMs = ({ tcp, handshake, processing, dns }: Timing, { resources }: BrowserEvidence): number | null => {
  const last = resources.find(
    ({ type, status }) => type === 'document' && status !== null && (status < 300 || status >= 400),
  )
  return last ? Math.max(0, last.duration - dns - tcp - handshake - processing) : null
}

/**
 * Phases of a browser test. The wire calls all that comes after the first byte `download`; a person waits for three things then: the document,
 * the page that it makes, and the steps.
 */
export const pagePhases = (
  timing: Timing,
  browser: BrowserEvidence,
): { readonly times: PhaseTimes; readonly later: readonly LaterPhase[] } => {
  const journeyMs = Math.min(
    timing.download,
    browser.steps.reduce((sum, { duration }) => sum + duration, 0),
  )
  const loadMs = timing.download - journeyMs
  const download = Math.min(loadMs, documentMs(timing, browser) ?? 0)
  return {
    times: { ...phaseTimes(timing), download },
    later: [
      { words: 'Page load', ms: loadMs - download },
      ...(browser.steps.length > 0 ? [{ words: 'Steps', ms: journeyMs }] : []),
    ],
  }
}
