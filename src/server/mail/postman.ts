import { sql } from 'kysely'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { Database } from '../store/core/database.ts'
import { isSealed, type Sealing } from '../store/core/sealing.ts'
import { writeLetter } from './letters.ts'
import { MAIL_STATES } from './outbox.ts'
import type { Letter } from './template.ts'
import type { MailTransport } from './transport.ts'

/** A claimed mail is nobody else's for this long: longer than a try may take. */
const CLAIM_MS = 120_000
const AT_ONCE = 8
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
/** A mail server may be down for a night. */
const KEPT_TRYING_MS = 26 * 3_600_000

/** The wait after the n-th try (from 1): it doubles from 15 s to an hour. */
const mailWaitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Claimed = {
  key: number
  id: string
  kind: string
  recipient: string
  created: number
  tries: number
  /** Sealed, where it was written before. */
  letter: unknown
  headers: Record<string, string> | null
}

type Options = {
  database: Database
  sealing: Sealing
  clock: () => number
  url: string
  transport: MailTransport
  log: (line: string) => void
}

export type Postman = {
  /** Sends what is due; answers whether there may be more. */
  sendDue(): Promise<boolean>
}

/** Sends the outbox, each mail until a mail server took it or refused it for good, for a day. What one server claims, no other sends. */
export const openPostman = (options: Options): Postman => ({
  async sendDue() {
    const claimed = await claimDue(options)
    await Promise.all(
      claimed.map((one) =>
        deliver(options, one).catch((cause: unknown) => options.log(`mail: ${faultSummary(cause)}`)),
      ),
    )
    return claimed.length === AT_ONCE
  },
})

const claimDue = async ({ database, clock }: Options): Promise<Claimed[]> => {
  const now = clock()
  const { rows } = await sql<Claimed>`
    update mail set claimed_until = ${now + CLAIM_MS}, tries = tries + 1, last_try = ${now}
    where key in (
      select key from mail where state = ${MAIL_STATES.waiting} and next_try <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
      order by next_try limit ${AT_ONCE} for update skip locked)
    returning key, id, kind, recipient, created, tries, letter, headers`.execute(database.db)
  return rows
}

const deliver = async (options: Options, mail: Claimed): Promise<void> => {
  const { database, sealing, clock, url, transport } = options
  const { kind, recipient, headers } = mail
  const written: Letter | null = isSealed(mail.letter) ? JSON.parse(sealing.open(mail.letter)) : null
  // What was not written before is written anew for each try: the time of a link begins when it leaves.
  const letter = written ?? (await writeLetter(kind, { db: database.db, url, recipient, now: clock() }))
  if (!letter) {
    await database.db.deleteFrom('mail').where('key', '=', mail.key).execute()
    return
  }
  const { subject } = letter
  const sealed = () => JSON.stringify(sealing.seal(JSON.stringify(letter)))
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
  const isOver = sending.isPermanent || clock() - mail.created > KEPT_TRYING_MS
  await settle(options, mail, {
    state: isOver ? MAIL_STATES.failed : MAIL_STATES.waiting,
    subject,
    letter: written ? sealed() : null,
    error: sending.error,
    next_try: isOver ? null : clock() + mailWaitAfter(mail.tries),
  })
}

type Settled = { state: number; subject: string; letter: string | null; error: string | null; next_try: number | null }

const settle = async ({ database }: Options, { key }: Claimed, outcome: Settled): Promise<void> => {
  await database.db
    .updateTable('mail')
    .set({ ...outcome, claimed_until: null })
    .where('key', '=', key)
    .execute()
}
