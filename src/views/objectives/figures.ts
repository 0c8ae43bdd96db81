import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { formats } from '../parts/text/format.ts'

type Answer = AnswerOf<ProductContract['objective.attainment']>

/** An objective with how far it is attained. */
export type AttainedRow = Answer['data'][number]
/** A threshold with the change of its metric. */
export type ChangedRow = Answer['thresholds'][number]
export type SeriesAnswer = AnswerOf<ProductContract['objective.series']>

/** A share with enough digits to tell 99.95 % from 99.949 %: never rounded up to 100 %. */
export const shareWords = (share: number | null): string => {
  if (share === null) return '—'
  const percent = share * 100
  const shown = Math.floor(percent * 1000 + 1e-6) / 1000
  return `${
    Number.isInteger(shown)
      ? shown
      : shown
          .toFixed(shown > 99 || shown < 1 ? 3 : 2)
          .replace(/0+$/, '')
          .replace(/\.$/, '')
  } %`
}

const sizeWords = (share: number): string => (share >= 1 ? `${formats.count(100 * share)} %` : shareWords(share))

/** Overspent by less than is shown is used up: binary fractions leave −0.0000000001. */
const isOverspent = (remaining: number | null): remaining is number => remaining !== null && remaining <= -1e-5

/** Rest of an error budget: "61.5 %", "−204 %, overspent". */
export const budgetWords = (remaining: number | null): string =>
  isOverspent(remaining) ? `−${sizeWords(-remaining)}, overspent` : shareWords(remaining && Math.max(0, remaining))

/** Rest of an error budget in a line: "61.5 % left", "overspent by 204 %". */
export const leftWords = (remaining: number | null): string =>
  isOverspent(remaining)
    ? `overspent by ${sizeWords(-remaining)}`
    : `${shareWords(remaining && Math.max(0, remaining))} left`

/** A burn rate: "1.4×". */
export const burnWords = (rate: number | null): string =>
  rate === null ? '—' : `${rate >= 100 ? formats.count(Math.round(rate)) : Number(rate.toFixed(rate < 10 ? 2 : 1))}×`

/** The value of a metric in the unit of its objective. */
export const valueWords = (value: number | null, unit: string): string => {
  if (value === null) return '—'
  if (unit === 'pp') return `${Number(value.toFixed(3))} pp`
  // Shares near 100 % are those of good events, which are never rounded up.
  if (unit === 'percent') return value > 50 ? shareWords(value / 100) : `${Number(value.toFixed(3))} %`
  if (unit === 'ms') return `${formats.milliseconds(value)} ms`
  return String(Number(value.toFixed(3)))
}

/** A difference with its sign. */
export const changeWords = (change: number | null, unit: string): string =>
  change === null ? '—' : `${change > 0 ? '+' : change < 0 ? '−' : ''}${valueWords(Math.abs(change), unit)}`
