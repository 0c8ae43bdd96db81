import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import { INVESTIGATING, impacts, RESOLVED } from '../store/incidents/incident-codes.ts'
import { lockIncidents } from '../store/incidents/incident-lock.ts'
import { addAffected } from '../store/incidents/incident-monitors.ts'
import { addUpdates } from '../store/incidents/incident-updates.ts'
import { addIncidents } from '../store/incidents/incidents.ts'
import {
  recordFailing,
  recordRecovered,
  runningIncidents,
  settleCalmed,
  stillFailing,
} from '../store/incidents/rule-incidents.ts'
import { runOfId } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'

type Options = { readonly now: number; readonly events: EventBatch }

/** A monitor for which an alert opened. */
type Opened = {
  readonly target_key: number
  readonly project_key: number
  readonly target_id: string
  readonly name: string
  since: number
  readonly webhook: AdvancedAlert['webhook']
  readonly words: string
}

/** States of an alert during an outage; an acknowledged one has not ended. */
const isOpen = (state: string): boolean => state === 'open' || state === 'acknowledged'

/**
 * Lets incidents follow the alerts that opened or closed, in the transaction that advances them: opens an incident, or adds the monitor to a
 * running one; notes recoveries; and settles an incident when its last monitor has recovered. The number of statements does not depend on
 * the number of alerts.
 */
export const followIncidents = async (
  db: Db,
  moved: readonly AdvancedAlert[],
  { now, events }: Options,
): Promise<void> => {
  const opened = openedBy(moved, now)
  const closed = closedBy(moved, now)
  if (opened.length === 0 && closed.length === 0) return
  await lockIncidents(
    db,
    [...opened, ...closed].map(({ project_key }) => project_key),
  )
  await followOpened(db, opened, { now, events })
  await followClosed(db, closed, { now, events })
}

const openedBy = (moved: readonly AdvancedAlert[], now: number): Opened[] => {
  const opened = new Map<number, Opened>()
  for (const { webhook, target, locationKey, decisions } of moved) {
    if (webhook.doc.opens_incident !== true) continue
    const entering = decisions.find(({ before, after }) => !isOpen(before) && isOpen(after))
    if (!entering) continue
    const since = Math.min(entering.sinceMs ?? now, now)
    const known = opened.get(target.key)
    if (known) known.since = Math.min(known.since, since)
    else
      opened.set(target.key, {
        target_key: target.key,
        project_key: target.project_key,
        target_id: target.id,
        name: target.name,
        since,
        webhook,
        words: target.signal ? 'signal' : troubleWords(webhook.doc.alerts, locationKey),
      })
  }
  return [...opened.values()]
}

const troubleWords = (alerts: readonly string[], locationKey: number): string => {
  if (locationKey !== 0) return 'no data'
  if (alerts.includes('FAIL')) return 'failing'
  return alerts.includes('WARNING') ? 'warnings' : 'slow'
}

/** "Checkout is failing", "Checkout and 3 more are failing" */
const titleOf = ([first, ...others]: readonly Opened[]): string => {
  const name = (first?.name ?? '').slice(0, 150)
  const isOne = others.length === 0
  const who = isOne ? name : `${name} and ${others.length} more`
  switch (first?.words) {
    case 'no data':
      return `${who} ${isOne ? 'sends' : 'send'} no data`
    case 'warnings':
      return `${who} ${isOne ? 'has' : 'have'} warnings`
    case 'signal':
      return `${who} ${isOne ? 'needs' : 'need'} attention`
    case 'slow':
      return `${who} ${isOne ? 'is' : 'are'} slow`
    default:
      return `${who} ${isOne ? 'is' : 'are'} failing`
  }
}

const followOpened = async (db: Db, opened: readonly Opened[], { now, events }: Options): Promise<void> => {
  if (opened.length === 0) return
  const running = await runningIncidents(db, opened, now)
  const joining = opened.flatMap((one) => {
    const key = running(one)
    return key === undefined ? [] : { one, key }
  })
  const alone = new Map<number, Opened[]>()
  for (const one of opened.filter((each) => running(each) === undefined)) {
    const known = alone.get(one.project_key)
    if (known) known.push(one)
    else alone.set(one.project_key, [one])
  }
  const made = await addIncidents(
    db,
    [...alone].map(([project_key, some]) => ({
      project_key,
      title: titleOf(some),
      impact: impacts.code('major'),
      cause: '',
      begun: some.reduce((least, { since }) => Math.min(least, since), now),
      by_rule: true,
      opened_by: some[0]?.webhook.id ?? '',
    })),
    now,
  )
  const newIn = new Map(made.map((incident) => [incident.project_key, incident]))
  const affecting = opened.flatMap((one) => {
    const incident_key = running(one) ?? newIn.get(one.project_key)?.key
    const { target_key, target_id, name, since } = one
    return incident_key === undefined ? [] : { incident_key, target_key, target_id, name, since }
  })
  await addAffected(db, affecting, { again: true })
  const changed = await recordFailing(
    db,
    joining.map(({ one, key }) => ({ key, since: one.since })),
    now,
  )
  await addUpdates(
    db,
    made.map(({ key, project_key }) => ({
      incident_key: key,
      time: now,
      state: INVESTIGATING,
      text: `Opened by the alert “${alone.get(project_key)?.[0]?.webhook.name ?? ''}”.`,
      author: null,
      is_public: false,
    })),
  )
  for (const { project_key, id } of made)
    events.tell(project_key, { type: 'object', kind: 'incident', id, change: 'created', by: null })
  for (const { project_key, id } of changed)
    events.tell(project_key, { type: 'object', kind: 'incident', id, change: 'updated', by: null })
}

type Closed = { readonly target_key: number; readonly project_key: number; readonly at: number }

const closedBy = (moved: readonly AdvancedAlert[], now: number): Closed[] => {
  const closed = new Map<number, Closed>()
  for (const { target, stored, decisions } of moved) {
    if (isOpen(stored.value)) continue
    const leaving = decisions.findLast(({ before, after }) => isOpen(before) && !isOpen(after))
    if (!leaving) continue
    const at = Math.min(runOfId(leaving.resultId)?.due ?? now, now)
    closed.set(target.key, { target_key: target.key, project_key: target.project_key, at })
  }
  return [...closed.values()]
}

const followClosed = async (db: Db, closed: readonly Closed[], { now, events }: Options): Promise<void> => {
  if (closed.length === 0) return
  const failing = await stillFailing(
    db,
    closed.map(({ target_key }) => target_key),
  )
  const recovered = closed.filter(({ target_key }) => !failing.has(target_key))
  if (recovered.length === 0) return
  const changed = await recordRecovered(db, recovered)
  const settled = await settleCalmed(
    db,
    changed.map(({ key }) => key),
    now,
  )
  await addUpdates(
    db,
    settled.map(({ key, state }) => ({
      incident_key: key,
      time: now,
      state,
      text:
        state === RESOLVED
          ? 'All monitors have recovered: resolved.'
          : 'All monitors have recovered. A person resolves this incident.',
      author: null,
      is_public: false,
    })),
  )
  for (const { project_key, id } of changed)
    events.tell(project_key, { type: 'object', kind: 'incident', id, change: 'updated', by: null })
}
