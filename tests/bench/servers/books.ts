import type { RunColumns } from '../../../src/server/store/core/tables.ts'
import { idOfRun, runOfId } from '../../../src/server/store/results/runs.ts'
import type { Site } from './site.ts'
import type { Call } from './witnesses.ts'

/** A span of the measurement; what belongs to a run is told by its due time. */
export type Span = { readonly fromMs: number; readonly toMs: number }

/** What due times, stored results, the target's log and the receiver's log say of a span. */
export type Account = {
  readonly due: number
  /** Due times without a result. */
  readonly lost: number
  /** Results of a due time that has one already, or of none. */
  readonly surplus: number
  /** Calls that the target got and of which there is no result. */
  readonly calledTwice: number
  /** Delays of the starts behind the due times, in ascending order. */
  readonly delaysMs: readonly number[]
  /** Failures of which the receiver heard nothing. */
  readonly untold: number
  /** Failures of which it heard under another id, or messages of no failure. */
  readonly toldWrongly: number
  /** Messages that came again with the same id. */
  readonly toldAgain: number
  /** The longest time from a due time to the message about its failure. */
  readonly latestToldMs: number
}

export type Books = { of(span: Span): Account }

type Stored = RunColumns & { readonly started: number; readonly category: number }

const FAIL = 3
/** A call and its result are further apart only if they do not belong together. */
const CALL_WITHIN_MS = 15_000

/** Calls without a result: each result of a monitor takes the nearest call, and these are left. */
const callsWithoutResult = (calls: readonly Call[], startsMs: readonly number[]): Call[] => {
  const left = [...calls]
  for (const startMs of startsMs) {
    const nearest = left.reduce(
      (best, call, at) =>
        Math.abs(call.atMs - startMs) < Math.abs((left[best]?.atMs ?? Number.NaN) - startMs) ? at : best,
      0,
    )
    const call = left[nearest]
    if (call && Math.abs(call.atMs - startMs) <= CALL_WITHIN_MS) left.splice(nearest, 1)
  }
  return left
}

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> => {
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const unansweredCalls = ({ target, monitors }: Site, stored: readonly Stored[]): Call[] => {
  const starts = groupBy(stored, (result) => result.target_key)
  const calls = groupBy(target.calls, (call) => call.monitor)
  return monitors.flatMap(({ key }, index) =>
    callsWithoutResult(
      calls.get(index) ?? [],
      (starts.get(key) ?? []).map(({ started }) => started).sort((a, b) => a - b),
    ),
  )
}

/** The due time of the run that a message is about. */
const dueOf = (message: string): number => runOfId(message.split('_')[2] ?? '')?.due ?? Number.NaN

/** A monitor at a location, and its due times. */
export type Slot = {
  readonly target_key: number
  readonly location_key: number
  readonly anchor: string
  readonly frequency: string
}

/** Reads the slots, which are there while the schedule is enabled. */
export const readSlots = ({ postgres }: Site): Promise<Slot[]> =>
  postgres.query<Slot>('select target_key, location_key, anchor, frequency from slot')

/** Reads everything that was due, stored, called and told since the site was opened. */
export const readBooks = async (site: Site, slots: readonly Slot[]): Promise<Books> => {
  const { postgres, listener } = site
  const rows = await postgres.query<Record<keyof Stored, string | number>>(
    'select target_key, due, location_key, source, attempt, started, category from result where source > 0',
  )
  const stored = rows.map((row): Stored => {
    const { target_key, due, location_key, source, attempt, started, category } = row
    return {
      target_key: Number(target_key),
      due: Number(due),
      location_key: Number(location_key),
      source: Number(source),
      attempt: Number(attempt),
      started: Number(started),
      category: Number(category),
    }
  })
  const [webhook] = await postgres.query<{ id: string }>("select id from object where kind = 'webhook'")
  const unsent = await postgres.query<{ message_id: string }>('select message_id from delivery where state = 4')
  const withdrawn = new Set(unsent.map(({ message_id }) => message_id))
  const unanswered = unansweredCalls(site, stored)

  const of = ({ fromMs, toMs }: Span): Account => {
    const isWithin = (ms: number) => ms >= fromMs && ms < toMs
    const expected = new Set(
      slots.flatMap(({ target_key, location_key, anchor, frequency }) => {
        const every = Number(frequency)
        const first = Number(anchor) + Math.ceil((fromMs - Number(anchor)) / every) * every
        const count = Math.max(0, Math.ceil((toMs - first) / every))
        return Array.from({ length: count }, (_, k) => `${target_key}:${location_key}:${first + k * every}`)
      }),
    )
    const due = expected.size
    const results = stored.filter((one) => isWithin(one.due))
    const surplus = results.filter((one) => !expected.delete(`${one.target_key}:${one.location_key}:${one.due}`)).length
    const failures = new Set(
      results.filter(({ category }) => category === FAIL).map((run) => `msg_${webhook?.id}_${idOfRun(run)}_notify`),
    )
    const told = [...listener.messages].filter(([id]) => isWithin(dueOf(id)))
    return {
      due,
      lost: expected.size,
      surplus,
      calledTwice: unanswered.filter(({ atMs }) => isWithin(atMs)).length,
      delaysMs: results.map((one) => one.started - one.due).sort((a, b) => a - b),
      untold: [...failures].filter((id) => !listener.messages.has(id) && !withdrawn.has(id)).length,
      toldWrongly: told.filter(([id]) => !failures.has(id)).length,
      toldAgain: told.filter(([, { times }]) => times > 1).length,
      latestToldMs: told.reduce((latest, [id, { firstMs }]) => Math.max(latest, firstMs - dueOf(id)), 0),
    }
  }
  return { of }
}
