import type { AlertEvent } from '../../../machines/alerts/alert.ts'
import type { AlertScope } from '../../domain/alerts/alerting.ts'
import { DAY_MS } from '../../domain/core/periods.ts'
import type { ResultRow, RunColumns } from '../store/core/tables.ts'
import { categories, IGNORED, reasons, triggers } from '../store/identity/codes.ts'
import { idOfRun, isAside } from '../store/results/runs.ts'

/**
 * The meaning of a stored result for alerts, written once: the judge applies it to results as they arrive, and a replay to those of the
 * last days. Nothing here reads the store, so that a worker thread can use it.
 */

/** The columns of a result that alerts look at. */
export type JudgedResult = RunColumns &
  Pick<ResultRow, 'trigger' | 'category' | 'reason' | 'ignored'> & { step?: number | null }

export const MANUAL = triggers.code('manual')
/** Bits of `ignored` with which a result is no part of an outage. */
export const NO_OUTAGE = IGNORED.alerts | IGNORED.downtime
export const TROUBLES: readonly number[] = [categories.code('FAIL'), categories.code('WARNING')]
export const GOOD: readonly number[] = [categories.code('PASS'), categories.code('SLOW')]
/** An outage that began before is counted from here. It bounds the partitions that are read. */
export const LOOK_BACK_MS = 7 * DAY_MS

/** Whether a result with this code of a category belongs to an outage. */
export const isOfOutage = (category: number): boolean => TROUBLES.includes(category)

const SKIPPED_STEP = reasons.code('STEP_SKIPPED')

/** Whether alerts look at a result at all: not if its run was due within a downtime, or is a step of a workflow that was skipped. */
export const isJudged = ({ ignored, reason }: Pick<JudgedResult, 'ignored' | 'reason'>): boolean =>
  (ignored & IGNORED.downtime) === 0 && reason !== SKIPPED_STEP

/** Whether a result is excluded from alerts: a run that stands aside, and a manual run unless the project alerts on them. */
export const isExcluded = (result: Pick<JudgedResult, 'trigger' | 'source'>, alertsOnManualRuns: boolean): boolean =>
  isAside(result) || (result.trigger === MANUAL && !alertsOnManualRuns)

/** Whether a result counts for the start of an outage. */
export const countsForOutages = (
  result: Pick<JudgedResult, 'ignored' | 'trigger' | 'source'>,
  alertsOnManualRuns: boolean,
): boolean => (result.ignored & NO_OUTAGE) === 0 && !isExcluded(result, alertsOnManualRuns)

/**
 * Whether a result moves an alert that covers its monitor. That of a workflow's step moves those for its monitor or its tags alone: for the
 * others, the workflow's own result stands for it, or each failure would be told twice.
 */
export const movesAlert = (
  { step }: Pick<JudgedResult, 'step'>,
  { monitor_id, include_tags }: Pick<AlertScope, 'monitor_id' | 'include_tags'>,
): boolean => step == null || monitor_id !== null || include_tags.length > 0

/** The event of a result. `outageMs`: the start of the outage that it belongs to; null if it belongs to none. */
export const resultEvent = (
  result: JudgedResult,
  outageMs: number | null,
): Extract<AlertEvent, { type: 'RESULT' }> => ({
  type: 'RESULT',
  category: categories.name(result.category),
  resultId: idOfRun(result),
  dueMs: result.due,
  ...(outageMs !== null && { outageMs }),
  ignored: (result.ignored & IGNORED.alerts) !== 0,
  location: String(result.location_key),
})
