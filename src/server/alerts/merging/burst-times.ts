import { sql } from 'kysely'
import { PLAIN_POLICY } from '../../../domain/alerts/alert-policy.ts'
import { burstOf, dueAfter, type Lately } from '../../../domain/alerts/gathering.ts'
import { isGathered } from '../../../domain/alerts/shared-receiver.ts'
import type { Db } from '../../store/core/database.ts'
import type { Outgoing } from './merge-messages.ts'

/** Messages of an alert that are looked at for one that was sent a moment ago. */
const MOST_READ = 50

/** The burst of a message, and when the message is due; both null for a message of its own, which is due at once. */
export type BurstTime = { readonly burst: string | null; readonly dueMs: number | null }

const ALONE: BurstTime = { burst: null, dueMs: null }

/** Finds when messages are due that may be told together with those about other monitors. */
export const burstTimes = async (
  db: Db,
  outgoing: readonly Outgoing[],
  now: number,
): Promise<(one: Outgoing) => BurstTime> => {
  const gathered = outgoing.filter(isGatheredMessage)
  if (gathered.length === 0) return () => ALONE
  const lately = await sentLately(db, [...new Set(gathered.map(({ moved }) => moved.webhook.key))])
  return (one) => {
    if (!isGatheredMessage(one)) return ALONE
    const burst = burstOf(one.effect.type === 'notify' ? 'alert' : 'recovery', one.effect.why ?? null)
    const before = lately.get(lineOf(one.moved.webhook.key, one.recipient, burst)) ?? []
    const about = { targetKey: one.moved.target.key, category: one.category, nowMs: now }
    return { burst, dueMs: dueAfter(before, about) }
  }
}

const isGatheredMessage = ({ moved: { webhook } }: Outgoing): boolean =>
  (webhook.doc.policy?.merge ?? PLAIN_POLICY.merge) &&
  isGathered(webhook.doc.web_hook_type, { priority: webhook.doc.parameters.priority })

const lineOf = (webhookKey: number, recipient: string | null, burst: string): string =>
  `${webhookKey} ${recipient ?? ''} ${burst}`

const sentLately = async (db: Db, webhookKeys: readonly number[]): Promise<Map<string, Lately[]>> => {
  const { rows } = await sql<{ w: number; recipient: string | null; burst: string; target_key: number; at: number }>`
    select w, d.recipient, d.burst, d.target_key, d.at from unnest(${[...webhookKeys]}::int[]) w cross join lateral (
      select recipient, burst, target_key, case when state = 0 and tries = 0 then next_try else last_try end as at
      from delivery where webhook_key = w order by key desc limit ${sql.lit(MOST_READ)}) d
    where d.burst is not null and d.at is not null`.execute(db)
  const found = new Map<string, Lately[]>()
  for (const { w, recipient, burst, target_key: targetKey, at: atMs } of rows) {
    const line = lineOf(w, recipient, burst)
    const known = found.get(line)
    if (known) known.push({ targetKey, atMs })
    else found.set(line, [{ targetKey, atMs }])
  }
  return found
}
