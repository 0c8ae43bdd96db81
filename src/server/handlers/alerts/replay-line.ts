import { type DecidedReason, reasonText } from '../../../domain/alerts/alert-reason.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { reasonWords } from '../../../domain/results/reason-words.ts'
import type { ReplayedDecision, ReplayRule } from '../../alerts/replay/replay.ts'
import type { FromReplay } from '../../alerts/replay/replay-worker.ts'
import { locationIds, type ReplayedTarget } from '../../store/alerts/replayed-targets.ts'
import type { Db } from '../../store/core/database.ts'
import { categories, reasons } from '../../store/identity/codes.ts'
import { runOfId } from '../../store/results/runs.ts'
import { inUtc } from './alert-decisions.ts'
import type { Progress, ReplayLine } from './replay-stream.ts'

type Picture = Extract<ReplayLine, { type: 'picture' }>
type Message = Picture['messages'][number]

type About = {
  readonly rule: ReplayRule
  /** The alert's name. */
  readonly name: string
  /** Monitors and workflows that the alert covers, by key. */
  readonly targets: ReadonlyMap<number, ReplayedTarget>
  readonly sent: Picture['sent']
  readonly withoutNoData: boolean
  readonly withoutConditions: boolean
}

/** Returns what makes the line of a picture, with names and sentences. */
export const replayLineOf =
  (db: Db, about: About) =>
  async ({ picture, messages }: FromReplay, progress: Progress): Promise<ReplayLine> => {
    const { rule, targets, sent, withoutNoData, withoutConditions } = about
    const { fromMs, toMs, stepMs } = rule
    const ids = await idsOf(db, messages)
    return {
      type: 'picture',
      ...progress,
      from: formatTime(fromMs),
      to: formatTime(toMs),
      results: picture.results,
      first: picture.firstMs === null ? null : formatTime(picture.firstMs),
      covered: targets.size,
      step_seconds: stepMs / 1_000,
      buckets: picture.buckets.map((tally, at) => ({ time: formatTime(fromMs + at * stepMs), ...tally })),
      totals: picture.totals,
      messages: messages.map((message) => messageOf(message, about, ids)),
      sent,
      without_no_data: withoutNoData,
      without_conditions: withoutConditions,
    }
  }

const idsOf = async (db: Db, messages: readonly ReplayedDecision[]): Promise<ReadonlyMap<number, string>> =>
  messages.length === 0
    ? new Map()
    : locationIds(
        db,
        messages.flatMap((message) => runOfId(linkedResult(message))?.location_key ?? []),
      )

/** The id of the result that a message links to: that of a reminder is the newest result before it. */
const linkedResult = ({ facts, resultId }: ReplayedDecision): string => facts.result_id ?? resultId

const messageOf = (decision: ReplayedDecision, { name, targets }: About, ids: ReadonlyMap<number, string>): Message => {
  const { outcome, target: key } = decision
  const resultId = linkedResult(decision)
  const target = targets.get(key)
  const category = decision.category === null ? null : categories.name(decision.category)
  const location = ids.get(runOfId(resultId)?.location_key ?? 0) ?? null
  const reason: DecidedReason = { ...decision, name, category, snoozedBy: null }
  return {
    outcome,
    time: formatTime(decision.atMs),
    call_id: target?.id ?? null,
    call_name: target?.name ?? null,
    call_kind: target?.kind ?? null,
    result_id: resultId,
    result_category: category,
    location_id: location,
    what: whatOf(decision, target?.name ?? 'A deleted monitor', location),
    why: reasonText(reason, inUtc),
  }
}

/** "Checkout failed with a server error (HTTP 503, from berlin)." */
const whatOf = ({ reason, httpCode }: ReplayedDecision, name: string, location: string | null): string => {
  const what = reason === null ? 'had an open incident' : reasonWords(reasons.name(reason), httpCode)
  const beside = [httpCode === null ? '' : `HTTP ${httpCode}`, location === null ? '' : `from ${location}`]
  const said = beside.filter((part) => part !== '').join(', ')
  return `${name} ${what}${said === '' ? '' : ` (${said})`}.`
}
