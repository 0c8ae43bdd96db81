import { entityOf } from '../commands/core/naming.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { readRows } from '../commands/headless/pages.ts'
import { contract, type ProductContract } from '../contract/contract.ts'
import type { AnswerOf } from '../contract/core/endpoint.ts'
import { coversAllOf } from '../domain/alerts/wider-scope.ts'
import { plainName } from './questions.ts'
import type { Rehearsal } from './refused-before.ts'

type Kept = Rehearsal['kept'][number]
type Alert = AnswerOf<ProductContract['webhook.list']>['data'][number]
type Schedule = AnswerOf<ProductContract['schedule.list']>['data'][number]

/** Every sentence about it begins so. */
const UNHEARD = 'Outages may go unheard afterwards'
const MOST_NAMED = 5
const MOST_READ = 1_000

const ALERT_WRITES: readonly string[] = ['webhook.update', 'webhook.remove', 'webhook.snooze']
const SCHEDULE_WRITES: readonly string[] = [
  'schedule.update',
  'schedule.remove',
  'schedule.detach',
  'schedule.detach-workflow',
]

// A command gives an endpoint the input that its declaration describes; found by name, it has no type here.
const paramsOf = ({ input }: Kept) => (input.params ?? {}) as Readonly<Record<string, string>>
const bodyOf = ({ input }: Kept) => (input.body ?? {}) as Readonly<Record<string, unknown>>

/** Rows as writes leave them: those that are removed are gone. */
const after = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  writes: readonly Kept[],
  changed: (row: Row, write: Kept) => Row | null,
): readonly Row[] =>
  rows.flatMap((row) => {
    let now: Row | null = row
    for (const write of writes) if (now && paramsOf(write).id === row.id) now = changed(now, write)
    return now ?? []
  })

/** Whether an alert tells of failures now. */
const tells = ({ enabled, alerts, snoozed_until }: Alert, nowMs: number): boolean =>
  enabled && alerts.includes('FAIL') && (snoozed_until === null || Date.parse(snoozed_until) <= nowMs)

const changedAlert = (alert: Alert, write: Kept): Alert | null => {
  if (write.operation === 'webhook.remove') return null
  if (write.operation === 'webhook.update') return { ...alert, ...(bodyOf(write) as Partial<Alert>) }
  // A snooze of no minutes ends one.
  return bodyOf(write).minutes === 0 ? alert : { ...alert, snoozed_until: '9999-12-31T00:00:00Z' }
}

/** The alerts whose monitors no other alert covers once they tell of fewer. */
const lastAlerts = (alerts: readonly Alert[], writes: readonly Kept[], nowMs: number): readonly string[] => {
  const left = after(alerts, writes, changedAlert).filter((each) => tells(each, nowMs))
  const touched = alerts.filter(({ id }) => writes.some((write) => paramsOf(write).id === id))
  return touched
    .filter((alert) => tells(alert, nowMs) && !left.some((other) => coversAllOf(other, alert)))
    .map(({ name }) => name)
}

const changedSchedule = (schedule: Schedule, write: Kept): Schedule | null => {
  const { callId, workflowId } = paramsOf(write)
  if (write.operation === 'schedule.remove') return null
  if (write.operation === 'schedule.update') return { ...schedule, ...(bodyOf(write) as Partial<Schedule>) }
  return { ...schedule, targets: schedule.targets.filter((id) => id !== callId && id !== workflowId) }
}

const targetsOf = (schedules: readonly Schedule[]): ReadonlySet<string> =>
  new Set(schedules.filter(({ enabled }) => enabled).flatMap(({ targets }) => targets))

/** The ids of what a schedule runs, and none does after the writes. */
const unscheduled = (schedules: readonly Schedule[], writes: readonly Kept[]): readonly string[] => {
  const left = targetsOf(after(schedules, writes, changedSchedule))
  return [...targetsOf(schedules)].filter((id) => !left.has(id))
}

const named = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).map((name) => `“${plainName(name)}”`)
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`
}

const nameOf = async (world: Headless): Promise<(id: string) => string> => {
  const all = await Promise.all([world.entities('monitor'), world.entities('workflow')])
  return (id) => all.map((entities) => entityOf(id, entities)?.name).find((name) => name !== undefined) ?? id
}

/** All rows of a list. Of more than are read, nobody can say that none is left. */
const wholeList = async (name: 'webhook.list' | 'schedule.list', { call }: Headless): Promise<readonly object[]> => {
  const { rows, more } = await readRows(name, contract[name], {}, MOST_READ, call)
  if (more) throw new Error(`There are more than ${MOST_READ} rows.`)
  return rows
}

/**
 * Outages of which nobody hears any more once a command has made its writes: the last alert that covers some monitors no longer tells of their failures,
 * or no schedule runs a target any more. Where that cannot be read, it may be so.
 */
export const silencedBy = async ({ kept, world, isWhole }: Rehearsal, nowMs: number): Promise<readonly string[]> => {
  const ofAlerts = kept.filter(({ operation }) => ALERT_WRITES.includes(operation))
  const ofSchedules = kept.filter(({ operation }) => SCHEDULE_WRITES.includes(operation))
  if (ofAlerts.length + ofSchedules.length === 0) return []
  if (!isWhole) return [`${UNHEARD}.`]
  try {
    const sentences: string[] = []
    if (ofAlerts.length > 0) {
      // The rows are those of the endpoint that is named.
      const last = lastAlerts((await wholeList('webhook.list', world)) as readonly Alert[], ofAlerts, nowMs)
      if (last.length > 0) sentences.push(`${UNHEARD}: no other alert covers all that ${named(last)} covers now.`)
    }
    if (ofSchedules.length > 0) {
      const idle = unscheduled((await wholeList('schedule.list', world)) as readonly Schedule[], ofSchedules)
      if (idle.length > 0) sentences.push(`${UNHEARD}: no other schedule runs ${named(idle.map(await nameOf(world)))}.`)
    }
    return sentences
  } catch {
    return [`${UNHEARD}.`]
  }
}
