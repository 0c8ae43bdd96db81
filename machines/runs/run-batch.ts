import { formatTime, parseTime } from '../../src/domain/core/wire-time.ts'
import type { ToastLink } from '../toasts.ts'
import { categoryOf, type RunOutcome, type RunResult, sentenceOf } from './run.ts'

type Category = RunResult['result_category']

/** The runs that one action started: one, or one per selected monitor. */
export type RunBatch = {
  /** Number of runs that the action starts. */
  readonly of: number
  /** Name of the monitor, or of the first of several. */
  readonly name: string | null
  /** Whether the server has queued a run of it. */
  readonly isAccepted: boolean
  /** Runs that ended, by id. */
  readonly ended: Readonly<Record<string, RunOutcome>>
}

/** The message about a batch: it shows what is known, and is replaced as runs end. */
export type BatchMessage = { readonly text: string; readonly category: Category; readonly link?: ToastLink }

export const newBatch = (of: number, name: string | null): RunBatch => ({ of, name, isAccepted: false, ended: {} })

export const withAccepted = (batch: RunBatch): RunBatch => ({ ...batch, isAccepted: true })

export const withEnded = (batch: RunBatch, id: string, { ending, result, error }: RunOutcome): RunBatch => ({
  ...batch,
  ended: { ...batch.ended, [id]: { ending, result, error } },
})

/** Whether all runs of a batch ended. */
export const isBatchOver = ({ of, ended }: RunBatch): boolean => Object.keys(ended).length >= of

const named = (name: string | null): string => (name === null ? 'The run' : `“${name}”`)

/** The message about a batch as far as it has come. */
export const messageOfBatch = (batch: RunBatch): BatchMessage =>
  batch.of === 1 ? messageOfOne(batch) : messageOfMany(batch)

const messageOfOne = ({ name, isAccepted, ended }: RunBatch): BatchMessage => {
  const [outcome] = Object.values(ended)
  if (outcome) {
    const { result } = outcome
    return {
      text: sentenceOf(outcome),
      category: categoryOf(outcome) ?? 'QUEUED',
      ...(result && { link: { to: 'result', resultId: result.id } }),
    }
  }
  return { text: `${named(name)} ${isAccepted ? 'queued' : 'is being started'}`, category: 'QUEUED' }
}

/** Categories, worst first, and their words after a number. */
const COUNTED = [
  ['FAIL', 'fail'],
  ['WARNING', 'warning'],
  ['SLOW', 'slow'],
  ['PASS', 'pass'],
  ['SKIPPED', 'skipped'],
] as const satisfies readonly (readonly [Category, string])[]

/** Runs are listed by when they were due, which is before they start: this much earlier at most, unless all agents are busy. */
const BEFORE_START_MS = 60_000

/** A time since which all of these runs were due; null without results. */
const startOf = (results: readonly RunResult[]): string | null => {
  const started = results.flatMap(({ created }) => parseTime(created) ?? [])
  return started.length === 0 ? null : formatTime(Math.min(...started) - BEFORE_START_MS)
}

const messageOfMany = (batch: RunBatch): BatchMessage => {
  const outcomes = Object.values(batch.ended)
  const results = outcomes.flatMap(({ result }) => (result && result.result_category !== 'QUEUED' ? [result] : []))
  const refused = outcomes.filter(({ ending }) => ending === 'failed')
  const unfollowed = outcomes.length - results.length - refused.length
  const counts = [
    // Good news first, as it is usually the most.
    ...COUNTED.map(
      ([category, word]) => [results.filter((one) => one.result_category === category).length, word] as const,
    ).reverse(),
    [refused.length, 'not run'] as const,
    [unfollowed, 'not followed'] as const,
  ].flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
  const isOver = isBatchOver(batch)
  const text = [
    `${isOver ? batch.of : `${outcomes.length} of ${batch.of}`} run${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`,
    ...(refused[0]?.error ? [refused[0].error] : []),
  ].join('. ')
  const worst = COUNTED.find(([category]) => results.some((one) => one.result_category === category))?.[0] ?? 'QUEUED'
  const first = startOf(results)
  return {
    text,
    category: isOver ? (refused.length > 0 ? 'FAIL' : worst) : 'QUEUED',
    ...(first !== null && { link: { to: 'results', from: first } }),
  }
}
