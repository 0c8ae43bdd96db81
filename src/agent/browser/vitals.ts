import type { Page } from 'playwright-core'
import type { Vitals } from '../../domain/statistics/vitals.ts'
import { within } from './within.ts'

/** Time for a page to say its vitals. */
const TIMEOUT_MS = 3_000

/**
 * Runs in the page: reads what the browser has recorded since the navigation. Layout shifts form windows of at most 5 s with gaps below 1 s,
 * of which the largest counts (web.dev/articles/cls); tasks count for the time beyond 50 ms, from the first contentful paint on.
 */
const SCRIPT = `(async () => {
  const recorded = (type) => new Promise((resolve) => {
    try {
      const found = []
      const observer = new PerformanceObserver((list) => found.push(...list.getEntries()))
      observer.observe({ type, buffered: true })
      setTimeout(() => { found.push(...observer.takeRecords()); observer.disconnect(); resolve(found) }, 60)
    } catch { resolve([]) }
  })
  const [paints, largest, shifts, tasks] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(recorded))
  const navigation = performance.getEntriesByType('navigation')[0]
  const fcp = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? null
  let cls = 0, sum = 0, first = 0, last = 0
  for (const { value, startTime, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    const isSame = sum > 0 && startTime - last < 1000 && startTime - first < 5000
    if (!isSame) { sum = 0; first = startTime }
    sum += value
    last = startTime
    cls = Math.max(cls, sum)
  }
  const tbt = fcp === null ? null : tasks
    .filter(({ startTime, duration }) => startTime + duration > fcp)
    .reduce((total, { startTime, duration }) =>
      total + Math.max(0, startTime + duration - Math.max(startTime + 50, fcp)), 0)
  return {
    lcp: largest.at(-1)?.startTime ?? null,
    cls: fcp === null ? null : cls,
    fcp,
    ttfb: navigation ? navigation.responseStart : null,
    tbt,
  }
})()`

const NONE: Vitals = { lcp: null, cls: null, fcp: null, ttfb: null, tbt: null }

/** No page takes an hour, and the store holds no number of any size. */
const MOST = 3_600_000

/** A number that a page gave, which may be anything. */
const figure = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= MOST ? Math.round(value * 10_000) / 10_000 : null

/** An app that is drawn by scripts paints only after it has loaded: looks for the first paint. */
const PAINT_LOOKS = 10
const BETWEEN_LOOKS_MS = 250
const SILENT = Symbol('silent')

/** Null where the page does not answer in time. */
const look = async (page: Page): Promise<Vitals | null> => {
  const told: unknown = await within(page.evaluate(SCRIPT), TIMEOUT_MS, SILENT).catch(() => null)
  if (told === SILENT) return null
  if (typeof told !== 'object' || told === null) return NONE
  const of = (name: string): number | null =>
    figure(name in told ? Object.entries(told).find(([key]) => key === name)?.[1] : null)
  return { lcp: of('lcp'), cls: of('cls'), fcp: of('fcp'), ttfb: of('ttfb'), tbt: of('tbt') }
}

/** Reads the web vitals of a loaded page; null if its scripts keep it from answering, so that nothing else need be asked. */
export const readVitals = async (page: Page): Promise<Vitals | null> => {
  let vitals = await look(page)
  for (let looks = 1; vitals?.fcp === null && looks < PAINT_LOOKS && !page.isClosed(); looks++) {
    await page.waitForTimeout(BETWEEN_LOOKS_MS).catch(() => {})
    vitals = await look(page)
  }
  return vitals
}
