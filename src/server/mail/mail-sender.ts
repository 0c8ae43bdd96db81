import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import type { Database } from '../store/core/database.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import { renderMailOfKind } from './letters.ts'
import { MAIL_STATES } from './outbox.ts'
import type { MailContent } from './template.ts'
import type { MailTransport } from './transport.ts'

/** Duration of a claim on a mail: longer than an attempt may take. */
const CLAIM_MS = 120_000
const OPTIMISTIC = 8
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
/** Long enough for a mail server that is down overnight. */
const GIVE_UP_AFTER_MS = 26 * 3_600_000

/** Returns the wait after the n-th attempt (from 1): it doubles from 15 s to an hour. */
const mailWaitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Claimed = {
  key: number
  id: string
  kind: string
  recipient: string
  created: number
  tries: number
  /** The encrypted content, if it was written earlier. */
  letter: unknown
  headers: Record<string, string> | null
}

type Options = {
  database: Database
  sealing: SecretCipher
  clock: () => number
  url: string
  transport: MailTransport
  log: (line: string) => void
}

export type MailSender = {
  /** Sends due mail; returns whether there may be more. */
  sendDue(): Promise<boolean>
}

/**
 * Sends the outbox: each mail until a mail server accepts it or refuses it permanently, for 26 hours at most. A claim keeps other servers
 * from sending the same mail.
 */
export const openMailSender = (options: Options): MailSender => ({
  async sendDue() {
    const claimed = await claimDue(options)
    await Promise.all(
      claimed.map((one) =>
        deliver(options, one).catch((cause: unknown) => options.log(`mail: ${faultSummary(cause)}`)),
      ),
    )
    return claimed.length === OPTIMISTIC
  },
})

const claimDue = async ({ database, clock }: Options): Promise<Claimed[]> => {
  const now = clock()
  const { rows } = await sql<Claimed>`
    update mail set claimed_until = ${now + CLAIM_MS}, tries = tries + 1, last_try = ${now}
    where key in (
      select key from mail where state = ${MAIL_STATES.waiting} and next_try <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
      order by next_try limit ${OPTIMISTIC} for update skip locked)
    returning key, id, kind, recipient, created, tries, letter, headers`.execute(database.db)
  return rows
}

const deliver = async (options: Options, mail: Claimed): Promise<void> => {
  const { database, sealing, clock, url, transport } = options
  const { kind, recipient, headers } = mail
  const written: MailContent | null = isSealed(mail.letter) ? JSON.parse(sealing.open(mail.letter)) : null
  // Mail without stored content is written for each attempt, so that a link's lifetime starts when the mail leaves.
  const letter = written ?? (await renderMailOfKind(kind, { db: database.db, url, recipient, now: clock() }))
  if (!letter) {
    await database.db.deleteFrom('mail').where('key', '=', mail.key).execute()
    return
  }
  const { subject } = letter
  const sealed = () => JSON.stringify(sealing.sealOwn(JSON.stringify(letter)))
  if (!transport.settings)
    return settle(options, mail, {
      state: MAIL_STATES.kept,
      subject,
      letter: sealed(),
      error: null,
      next_try: null,
    })
  const sending = await transport.send({ to: recipient, letter, id: mail.id, ...(headers && { headers }) })
  if (sending.outcome === 'sent')
    return settle(options, mail, { state: MAIL_STATES.sent, subject, letter: null, error: null, next_try: null })
  const isOver = sending.isPermanent || clock() - mail.created > GIVE_UP_AFTER_MS
  await settle(options, mail, {
    state: isOver ? MAIL_STATES.failed : MAIL_STATES.waiting,
    subject,
    letter: written ? sealed() : null,
    error: sending.error,
    next_try: isOver ? null : clock() + mailWaitAfter(mail.tries),
  })
}

type Settled = { state: number; subject: string; letter: string | null; error: string | null; next_try: number | null }

const settle = async ({ database, clock }: Options, { key }: Claimed, outcome: Settled): Promise<void> => {
  await database.db.transaction().execute(async (db) => {
    const { delivery_message_id: deliveryId } = await db
      .updateTable('mail')
      .set({ ...outcome, claimed_until: null })
      .where('key', '=', key)
      .returning('delivery_message_id')
      .executeTakeFirstOrThrow()
    if (deliveryId && outcome.state === MAIL_STATES.sent)
      await db
        .updateTable('delivery')
        .set({ state: DELIVERY_STATES.delivered, last_try: clock() })
        .where('message_id', '=', deliveryId)
        .where('state', '=', DELIVERY_STATES.kept)
        .execute()
  })
}
