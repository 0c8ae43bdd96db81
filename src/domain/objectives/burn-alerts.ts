import { HOUR_MS } from '../core/periods.ts'

const MINUTE_MS = 60_000

/** Windows that end now, of which burn rates are computed. */
export const BURN_WINDOWS = { PT5M: 5 * MINUTE_MS, PT30M: 30 * MINUTE_MS, PT1H: HOUR_MS, PT6H: 6 * HOUR_MS } as const
export type BurnWindow = keyof typeof BURN_WINDOWS

/** Burn rate of each window; null without events. */
export type BurnRates = Readonly<Record<BurnWindow, number | null>>

/**
 * Multi-window burn alerts: the long window shows that it matters, the short one that it still goes on. Of a budget of 30 days, 14.4
 * uses 2 % within an hour, and 6 uses 5 % within six hours (Google, The Site Reliability Workbook, chapter 5).
 */
export const BURN_ALERTS = [
  { severity: 'fast', rate: 14.4, long: 'PT1H', short: 'PT5M' },
  { severity: 'slow', rate: 6, long: 'PT6H', short: 'PT30M' },
] as const satisfies readonly { severity: string; rate: number; long: BurnWindow; short: BurnWindow }[]

export type BurnAlert = (typeof BURN_ALERTS)[number]

/** The alerts that burn rates raise: both windows of an alert are at least at its rate. */
export const burnAlerts = (rates: BurnRates): readonly BurnAlert[] =>
  BURN_ALERTS.filter(({ rate, long, short }) => (rates[long] ?? 0) >= rate && (rates[short] ?? 0) >= rate)
