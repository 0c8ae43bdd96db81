import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { digestSpans, isDigestOption } from '../../domain/mail/digest-times.ts'
import { EXPERT_MAIL, isMailGroup, MAIL_GROUPS, nextMail } from '../../domain/mail/mail-groups.ts'
import type { Database, Db } from '../store/core/database.ts'
import {
  claimDueSubscriptions,
  type DueSubscription,
  dropSubscription,
  setNextDue,
  setTimeZone,
  timeZonesChanged,
} from '../store/mail/subscriptions.ts'
import { queueAlertDigest } from './alerts-mail.ts'
import { type Installation, queueDigest, readDigest } from './digest-mail.ts'
import { queueExpertMail } from './expert-mail.ts'
import { queueInsights } from './insights-mail.ts'

/** Pause before a mail that could not be written is tried again. */
const RETRY_AFTER_MS = 600_000

type Options = Installation & {
  readonly database: Database
  readonly clock: () => number
  readonly log: (line: string) => void
}

/**
 * Queues the mails that are due, in one transaction with the time of each next one, so that each is written exactly once with any number
 * of servers and interruptions. Missed digests are not made up for: only the newest is written. Returns whether there is more to do.
 */
export const writeDueDigests = async (options: Options): Promise<{ more: boolean; written: number }> => {
  const now = options.clock()
  await followTimeZones(options, now)
  return options.database.db.transaction().execute(async (tx) => {
    const due = await claimDueSubscriptions(tx, now)
    const digests = new Map<string, ReturnType<typeof readDigest>>()
    let written = 0
    for (const one of due) {
      const next = nextMail(one.kind, now, one.time_zone)
      if (next === null || !one.may_enter) {
        await dropSubscription(tx, one.key)
        continue
      }
      const outcome = one.may_mail ? await tried(options, tx, () => write(options, tx, one, { digests, now })) : false
      if (outcome === true) written += 1
      await setNextDue(tx, one.key, outcome === null ? now + RETRY_AFTER_MS : next)
    }
    return { more: due.length > 0, written }
  })
}

/**
 * Runs `work` in a savepoint, so that one failing mail does not block the others; null if it failed, with nothing written, or if the figures
 * are not ready yet.
 */
const tried = async ({ log }: Options, tx: Db, work: () => Promise<boolean | null>): Promise<boolean | null> => {
  await sql`savepoint letter`.execute(tx)
  try {
    return await work()
  } catch (cause) {
    log(`digests: ${faultSummary(cause)}`)
    await sql`rollback to savepoint letter`.execute(tx)
    return null
  }
}

/** Recomputes the due time of readers who changed their time zone. */
const followTimeZones = async ({ database, log }: Options, now: number): Promise<void> => {
  for (const { key, kind, timeZone } of await timeZonesChanged(database.db)) {
    try {
      const nextDue = nextMail(kind, now, timeZone)
      if (nextDue !== null) await setTimeZone(database.db, key, { timeZone, nextDue })
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      log(`digests: ${timeZone} is not a time zone.`)
    }
  }
}

type Work = { digests: Map<string, ReturnType<typeof readDigest>>; now: number }

const write = async (
  options: Options,
  tx: Db,
  due: DueSubscription,
  { digests, now }: Work,
): Promise<boolean | null> => {
  const to = { accountId: due.account_id, email: due.email, timeZone: due.time_zone }
  const { kind, project_key: key, project_id: id, project_name: name } = due
  if (isMailGroup(kind)) {
    const { sent } = MAIL_GROUPS[kind]
    if (sent === 'daily')
      return queueAlertDigest(tx, options, to, { span: digestSpans(sent, now, to.timeZone).span, now })
    return sent === 'at_once' ? false : queueInsights(tx, options, to, { period: sent, now })
  }
  if (kind === EXPERT_MAIL.kind) return queueExpertMail(tx, options, to, now)
  if (!isDigestOption(kind) || key === null || id === null || name === null) return false
  const spans = digestSpans(kind, now, due.time_zone)
  const project = { key, id, name }
  const which = `${key} ${kind} ${spans.span.from} ${spans.span.to}`
  const reading = digests.get(which) ?? readDigest(tx, project, kind, spans, now)
  digests.set(which, reading)
  const digest = await reading
  // No digest is sent for a project without results.
  if (digest.results === 0) return false
  await queueDigest(tx, options, to, { project, digest, isAskedFor: false, now })
  return true
}
