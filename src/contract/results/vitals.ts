import { shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'

/**
 * Web vitals in the order in which they are shown: largest contentful paint, cumulative layout shift, first contentful paint, time to first
 * byte, total blocking time.
 */
export const VITALS = ['lcp', 'cls', 'fcp', 'ttfb', 'tbt'] as const

export const vitalName = shape(oneOf(VITALS))

/** Web vitals of a page. Milliseconds, but `cls`, which has no unit. Null: the page had none, such as one that paints nothing. */
export const vitals = shape({
  lcp: 'number >= 0 | null',
  cls: 'number >= 0 | null',
  fcp: 'number >= 0 | null',
  ttfb: 'number >= 0 | null',
  tbt: 'number >= 0 | null',
})
