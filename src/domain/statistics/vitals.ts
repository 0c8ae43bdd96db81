import type { Shape } from '../../contract/core/endpoint.ts'
import type { vitalName, vitals } from '../../contract/results/vitals.ts'

export type VitalName = Shape<typeof vitalName>
export type Vitals = Shape<typeof vitals>
export type Band = 'good' | 'middling' | 'poor'

/**
 * Web vitals with their bands: good up to `good`, poor above `poor`. The limits are those of web.dev/articles/vitals; that of
 * the total blocking time is for mobile devices.
 */
export const VITAL_FACTS = {
  lcp: { words: 'largest contentful paint', good: 2500, poor: 4000, unit: 'ms' },
  cls: { words: 'cumulative layout shift', good: 0.1, poor: 0.25, unit: '' },
  fcp: { words: 'first contentful paint', good: 1800, poor: 3000, unit: 'ms' },
  ttfb: { words: 'time to first byte of the page', good: 800, poor: 1800, unit: 'ms' },
  tbt: { words: 'total blocking time', good: 200, poor: 600, unit: 'ms' },
} as const satisfies Record<VitalName, { words: string; good: number; poor: number; unit: string }>

/** Whether a text names a web vital. */
export const isVital = (name: string): name is VitalName => Object.hasOwn(VITAL_FACTS, name)

/** The band of a vital's value. */
export const bandOf = (name: VitalName, value: number): Band => {
  const { good, poor } = VITAL_FACTS[name]
  if (value <= good) return 'good'
  return value > poor ? 'poor' : 'middling'
}

/** A value without a unit in at most three digits after the point: `0.1`. */
export const vitalWords = (value: number): string => value.toFixed(3).replace(/\.?0+$/, '')
