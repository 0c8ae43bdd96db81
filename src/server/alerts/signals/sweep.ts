import { sql } from 'kysely'
import type { AlertEvent, StoredAlert } from '../../../../machines/alerts/alert.ts'
import { decide } from '../../../../machines/alerts/alert-decision.ts'
import { SIGNALS } from '../../../contract/alerts/webhooks.ts'
import { type FoundSignal, limitOf, reaches, type Signal } from '../../../domain/alerts/signal.ts'
import { signalId } from '../../../domain/silence/silence-id.ts'
import { keptSince } from '../../store/alerts/alert-decisions.ts'
import { dropOldSignals, keepSignals, signalName } from '../../store/alerts/signals.ts'
import { alertSettings, type WebhookDoc } from '../../store/alerts/webhooks.ts'
import { byItself } from '../../store/core/by-itself.ts'
import type { Db } from '../../store/core/database.ts'
import { eventBatch } from '../../store/core/events.ts'
import type { Stored } from '../../store/core/objects.ts'
import { lockTargets } from '../../store/core/target-locks.ts'
import type { AdvancedAlert } from '../advanced-alert.ts'
import { carryOut } from '../carry-out.ts'
import { candidates } from '../judge.ts'
import { statesOf, storeStates } from '../states.ts'
import type { SweepOptions } from '../sweep.ts'
import { type AlertTarget, targetsOf } from '../targets.ts'
import { webhooksOf } from '../watched.ts'
import { findChanged } from './change.ts'
import { findExpiring } from './expiry.ts'
import { findBurning, findSpent } from './objectives.ts'
import type { SignalSource } from './source.ts'

const SOURCES: Readonly<Record<Signal, SignalSource>> = {
  EXPIRY: findExpiring,
  BURN: findBurning,
  BUDGET: findSpent,
  CHANGE: findChanged,
}

/** Namespace that separates these from other advisory locks. */
export const LOCK = 7303

/**
 * Advances the alerts about standing conditions to match what is so now: opens those that asked for one, and closes those whose condition
 * holds no more. Compares stored with actual state, so nothing is lost or sent twice if a server stops in between. Returns the number of
 * deliveries.
 */
export const judgeSignals = async (options: SweepOptions): Promise<number> => {
  const { db } = options.database
  const { rows: projects } = await sql<{ project_key: number }>`
    select project_key from object where kind = 'webhook' and doc -> 'alerts' ?| array['EXPIRY', 'BURN', 'BUDGET', 'CHANGE']
    union select t.project_key from object t join alert_state s on s.target_key = t.key
      where t.kind = 'signal' and s.state ->> 'value' in ('open', 'acknowledged')`.execute(db)
  let deliveries = 0
  for (const { project_key } of projects)
    deliveries +=
      (await byItself({ about: `signals: project ${project_key}`, log: options.log }, () =>
        judgeProject(options, project_key),
      )) ?? 0
  return deliveries
}

const judgeProject = async (options: SweepOptions, projectKey: number): Promise<number> => {
  const { database, now } = options
  const found = await findAll(options, projectKey)
  const events = eventBatch()
  const done = await database.db.transaction().execute(async (db) => {
    // Of several servers one is enough, and a server that is behind must not undo what a newer look found.
    if (!(await isFirst(db, projectKey))) return { queued: 0, isTold: false }
    const stored = await keepSignals(db, { projectKey, found, now })
    const keys = [...stored.values()].map(({ key }) => key)
    await lockTargets(db, keys)
    const watched = await webhooksOf(db, [projectKey])
    const [targets, states] = [await targetsOf(db, keys), await statesOf(db, watched, keys)]
    const byKey = new Map(
      found.flatMap((one) => {
        const key = stored.get(signalName(one))?.key
        return key === undefined ? [] : [[key, one] as const]
      }),
    )
    const moved = [...targets.values()].flatMap((target) =>
      steps({ target, found: byKey.get(target.key) ?? null, watched, states, now }),
    )
    for (const { webhook, target, stored: after } of moved)
      events.tell(projectKey, { type: 'alert', webhook_id: webhook.id, call_id: target.id, state: after.value })
    await storeStates(db, moved, now)
    const queued = await carryOut(db, moved, { ...options, events })
    await dropOldSignals(db, projectKey, keptSince(now))
    return { queued, isTold: await events.write(db, now) }
  })
  if (done.isTold) options.announce()
  return done.queued
}

const isFirst = async (db: Db, projectKey: number): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}, ${projectKey}::int) as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/**
 * The standing conditions of a project that one of its alerts asks for, so that no row is kept of each monitor that is a little slower than
 * before. Of budgets, which are few, all are found: the message about the end says how much is used.
 */
const findAll = async ({ database, results, now }: SweepOptions, projectKey: number): Promise<FoundSignal[]> => {
  const { db } = database
  const watched = (await webhooksOf(db, [projectKey])).filter(({ doc }) => doc.enabled)
  const within = watched.reduce((most, { doc }) => Math.max(most, limitOf(doc.parameters, 'expiry_days')), 1)
  const found: FoundSignal[] = []
  for (const kind of SIGNALS) {
    const asking = watched.filter(({ doc }) => doc.alerts.includes(kind))
    if (asking.length === 0) continue
    for (const one of await SOURCES[kind]({ db, results, projectKey, now, within }))
      if (kind === 'BUDGET' || asking.some(({ doc }) => reaches(one, doc.parameters))) found.push(one)
  }
  return found
}

const isOpen = (state: StoredAlert | undefined): boolean => state?.value === 'open' || state?.value === 'acknowledged'

type Facts = {
  readonly target: AlertTarget
  readonly found: FoundSignal | null
  readonly watched: readonly Stored<WebhookDoc>[]
  readonly states: ReadonlyMap<string, StoredAlert>
  readonly now: number
}

/** The alerts that a condition, or its absence, moves. One that is open closes too where the alert covers it no more. */
const steps = ({ target, found, watched, states, now }: Facts): AdvancedAlert[] =>
  candidates(watched, target).flatMap((webhook): AdvancedAlert[] => {
    const state = states.get(`${webhook.key}:${target.key}`)
    const kind = target.signal?.kind
    const holds = found !== null && webhook.doc.alerts.includes(found.kind) && reaches(found, webhook.doc.parameters)
    if (kind === undefined || holds === isOpen(state)) return []
    const event: AlertEvent = holds
      ? {
          type: 'SIGNAL',
          resultId: signalId(target.key, now, 'begins'),
          dueMs: now,
          sinceMs: now,
          condition: found?.text ?? '',
        }
      : {
          type: 'CALM',
          resultId: signalId(target.key, now, 'ends'),
          dueMs: now,
          condition: (found ?? target.signal)?.calm ?? '',
        }
    return [{ webhook, target, locationKey: 0, ...decide(state ?? null, event, alertSettings(webhook.doc)) }]
  })
