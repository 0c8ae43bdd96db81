import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { type DigestOption, digestSpans, isDigestOption, nextDigest } from '../../domain/mail/digest-times.ts'
import { isMailGroup, MAIL_GROUPS } from '../../domain/mail/mail-groups.ts'
import type { Database, Db } from '../store/core/database.ts'
import {
  claimDueSubscriptions,
  clocksChanged,
  type DueSubscription,
  dropSubscription,
  setClock,
  setNextDue,
} from '../store/mail/subscriptions.ts'
import { postAlertsOfDay } from './alerts-mail.ts'
import { type Installation, postDigest, readDigest } from './digest-mail.ts'

/** A letter that could not be written is tried again after this long. */
const AGAIN_MS = 600_000

type Options = Installation & {
  readonly database: Database
  readonly clock: () => number
  readonly log: (line: string) => void
}

/** By which option of time a subscription of this kind comes; null for a kind that this version does not know. */
export const optionOf = (kind: string): DigestOption | null => {
  if (isDigestOption(kind)) return kind
  return isMailGroup(kind) ? MAIL_GROUPS[kind].option : null
}

/**
 * Writes the letters that are due into the outbox, in one transaction with the time of each next one: however many servers there
 * are and whenever one is killed, each is written once. What was missed while no server ran is not made up for: the newest alone
 * is written. Answers whether there is more to do.
 */
export const writeDueDigests = async (options: Options): Promise<{ more: boolean; written: number }> => {
  const now = options.clock()
  await followClocks(options, now)
  return options.database.db.transaction().execute(async (tx) => {
    const due = await claimDueSubscriptions(tx, now)
    const digests = new Map<string, ReturnType<typeof readDigest>>()
    let written = 0
    for (const one of due) {
      const option = optionOf(one.kind)
      if (!option || !one.may_enter) {
        await dropSubscription(tx, one.key)
        continue
      }
      const outcome = one.may_mail
        ? await tried(options, tx, () => write(options, tx, one, { option, digests, now }))
        : false
      if (outcome === true) written += 1
      await setNextDue(tx, one.key, outcome === null ? now + AGAIN_MS : nextDigest(option, now, one.time_zone))
    }
    return { more: due.length > 0, written }
  })
}

/** What one letter fails at must not hold up the others: null where it failed, with nothing written. */
const tried = async ({ log }: Options, tx: Db, work: () => Promise<boolean>): Promise<boolean | null> => {
  await sql`savepoint letter`.execute(tx)
  try {
    return await work()
  } catch (cause) {
    log(`digests: ${faultSummary(cause)}`)
    await sql`rollback to savepoint letter`.execute(tx)
    return null
  }
}

/** Whoever has set another time zone gets the next letter by its clock. */
const followClocks = async ({ database, log }: Options, now: number): Promise<void> => {
  for (const { key, kind, timeZone } of await clocksChanged(database.db)) {
    const option = optionOf(kind)
    if (!option) continue
    try {
      await setClock(database.db, key, { timeZone, nextDue: nextDigest(option, now, timeZone) })
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      log(`digests: ${timeZone} is no time zone.`)
    }
  }
}

type Work = { option: DigestOption; digests: Map<string, ReturnType<typeof readDigest>>; now: number }

const write = async (
  options: Options,
  tx: Db,
  due: DueSubscription,
  { option, digests, now }: Work,
): Promise<boolean> => {
  const spans = digestSpans(option, now, due.time_zone)
  const to = { accountId: due.account_id, email: due.email, timeZone: due.time_zone }
  const { project_key: key, project_id: id, project_name: name } = due
  if (key === null || id === null || name === null) return postAlertsOfDay(tx, options, to, { span: spans.span, now })
  const project = { key, id, name }
  const which = `${key} ${option} ${spans.span.from} ${spans.span.to}`
  const reading = digests.get(which) ?? readDigest(tx, project, option, spans)
  digests.set(which, reading)
  const digest = await reading
  // Nothing is told of a project in which nothing happens.
  if (digest.results === 0) return false
  await postDigest(tx, options, to, { project, digest, isAskedFor: false, now })
  return true
}
