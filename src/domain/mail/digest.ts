import { allOf, type Counts, countedResults, passRate, type Rate, sumCounts } from '../statistics/statistics.ts'
import type { DigestOption, Span } from './digest-times.ts'

/** Figures of a monitor within a time range. */
export type SpanFigures = { readonly counts: Counts; readonly medianMs: number | null }

export type MonitorFigures = {
  readonly kind: 'monitor' | 'workflow'
  readonly id: string
  readonly name: string
  readonly span: SpanFigures
  readonly before: SpanFigures
  /** Alerts sent within the range. */
  readonly alerts: number
}

export type ProjectFigures = {
  /** Monitors, and workflows, whose steps are results of monitors. */
  readonly monitors: readonly MonitorFigures[]
  /** Median of all results together. */
  readonly medianMs: number | null
  readonly medianBeforeMs: number | null
}

/** A figure now and in the range before; null if unknown. */
export type Change = { readonly now: number | null; readonly before: number | null }

export type DigestLine = {
  readonly kind: 'monitor' | 'workflow'
  readonly id: string
  readonly name: string
  readonly passRate: Change
  readonly medianMs: Change
  readonly failed: number
  readonly alerts: number
}

export type Digest = {
  readonly option: DigestOption
  readonly span: Span
  /** PASS, SLOW, WARNING and FAIL together. */
  readonly results: number
  readonly passRate: Change
  readonly medianMs: Change
  readonly alerts: number
  /** Monitors with and without results. */
  readonly reporting: number
  readonly silent: number
  /** Monitors with failures, worst first; at most `SHOWN.worst`. */
  readonly worst: readonly DigestLine[]
  /** Number of further monitors with failures. */
  readonly moreWorst: number
  /** Workflows with results, worst first; at most `SHOWN.workflows`. */
  readonly workflows: readonly DigestLine[]
  readonly moreWorkflows: number
  /** Monitors that became slower by at least a quarter and 50 ms, most first. */
  readonly slower: readonly DigestLine[]
  /** Monitors without failures, fastest first. */
  readonly best: readonly DigestLine[]
}

const SHOWN = { worst: 20, workflows: 10, slower: 5, best: 5 }
const SLOWER = { share: 1.25, ms: 50 }

const ZERO: Counts = { pass: 0, slow: 0, warning: 0, fail: 0 }

const lineOf = ({ kind, id, name, span, before, alerts }: MonitorFigures): DigestLine => ({
  kind,
  id,
  name,
  passRate: { now: passRate(span.counts), before: passRate(before.counts) },
  medianMs: { now: span.medianMs, before: before.medianMs },
  failed: span.counts.fail,
  alerts,
})

const slowedBy = ({ medianMs: { now, before } }: DigestLine): number =>
  now !== null && before !== null && now >= before * SLOWER.share && now - before >= SLOWER.ms ? now / before : 0

const rateOf = (line: DigestLine): number => line.passRate.now ?? 1

const worstFirst = (a: DigestLine, b: DigestLine): number =>
  rateOf(a) - rateOf(b) || b.failed - a.failed || a.name.localeCompare(b.name, 'en')

/** Computes the content of a digest from the figures of a project's monitors. */
export const digestOf = (option: DigestOption, span: Span, figures: ProjectFigures): Digest => {
  const monitors = figures.monitors.filter(({ kind }) => kind === 'monitor')
  const total = (which: 'span' | 'before'): Counts =>
    monitors.reduce((sum, monitor) => sumCounts(sum, monitor[which].counts), ZERO)
  const counts = total('span')
  const reporting = monitors.filter((monitor) => allOf(monitor.span.counts) > 0)
  const lines = reporting.map(lineOf)
  const failing = lines.filter((line) => line.failed > 0).sort(worstFirst)
  const workflows = figures.monitors
    .filter(({ kind, span: own }) => kind === 'workflow' && allOf(own.counts) > 0)
    .map(lineOf)
    .sort(worstFirst)
  return {
    option,
    span,
    results: allOf(counts),
    passRate: { now: passRate(counts), before: passRate(total('before')) },
    medianMs: { now: figures.medianMs, before: figures.medianBeforeMs },
    alerts: figures.monitors.reduce((sum, { alerts }) => sum + alerts, 0),
    reporting: reporting.length,
    silent: monitors.length - reporting.length,
    worst: failing.slice(0, SHOWN.worst),
    moreWorst: Math.max(0, failing.length - SHOWN.worst),
    workflows: workflows.slice(0, SHOWN.workflows),
    moreWorkflows: Math.max(0, workflows.length - SHOWN.workflows),
    slower: lines
      .filter((line) => slowedBy(line) > 0)
      .sort((a, b) => slowedBy(b) - slowedBy(a))
      .slice(0, SHOWN.slower),
    best: reporting
      .filter(({ span: { counts: each } }) => each.fail === 0 && countedResults(each) > 0)
      .map(lineOf)
      .sort((a, b) => (a.medianMs.now ?? Number.MAX_VALUE) - (b.medianMs.now ?? Number.MAX_VALUE))
      .slice(0, SHOWN.best),
  }
}

/** Formats a rate as "99.98 %". A rate below 1 is never shown as 100 %. */
export const rateWords = (rate: Rate): string => {
  if (rate === null) return '—'
  const percent = rate < 1 && rate > 0.9999 ? 99.99 : rate * 100
  return `${percent.toFixed(percent === 100 ? 0 : 2)} %`
}

/** Formats a latency as "1,284 ms", or from ten seconds on as "12.4 s". */
export const latencyWords = (ms: number | null): string => {
  if (ms === null) return '—'
  return ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${countWords(Math.round(ms))} ms`
}

/** Formats a number as "12,840". */
export const countWords = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? '' : `${value < 0 ? '−' : '+'}${text}`
}

/** Formats the change of a rate in percentage points: "−0.31"; empty if it did not change or is unknown. */
export const rateChange = ({ now, before }: Change): string =>
  now === null || before === null ? '' : signed((now - before) * 100, 2)

/** Formats the change of a latency: "+12 %". */
export const latencyChange = ({ now, before }: Change): string => {
  if (now === null || before === null || before === 0) return ''
  const change = signed((now / before - 1) * 100, 0)
  return change === '' ? '' : `${change} %`
}
