import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Database } from '../store/database.ts'
import type { Sealing } from '../store/sealing.ts'
import { type MailKind, writeLetter } from './letters.ts'
import { MAIL_STATES } from './outbox.ts'
import type { Letter } from './template.ts'

/** A claimed mail is nobody else's for this long: longer than a try may take. */
const CLAIM_MS = 120_000
const AT_ONCE = 8
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
/** A mail server may be down for a night. */
const KEPT_TRYING_MS = 26 * 3_600_000
const CONNECT_WITHIN_MS = 10_000

type Claimed = { key: number; kind: MailKind; recipient: string; created: number; tries: number }

type Options = {
  database: Database
  sealing: Sealing
  clock: () => number
  url: string
  /** Null: mail is kept for a site admin to read. */
  mail: { smtpUrl: string; from: string } | null
  log: (line: string) => void
}

export type Postman = {
  /** Sends what is due; answers whether there may be more. */
  sendDue(): Promise<boolean>
  close(): void
}

/** Sends the outbox, each mail until a mail server took it, for a day. What one server claims, no other sends. */
export const openPostman = (options: Options): Postman => {
  const { mail, log } = options
  const transport =
    mail &&
    createTransport({
      url: mail.smtpUrl,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: 2 * CONNECT_WITHIN_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const deliver = async (to: string, letter: Letter): Promise<void> => {
    await transport?.sendMail({ from: mail?.from, to: { name: '', address: to }, ...letter })
  }
  return {
    async sendDue() {
      const claimed = await claimDue(options)
      await Promise.all(
        claimed.map((one) =>
          carry(options, one, transport ? deliver : null).catch((cause: Error) => log(`mail: ${cause.message}`)),
        ),
      )
      return claimed.length === AT_ONCE
    },
    close: () => transport?.close(),
  }
}

const claimDue = async ({ database, clock }: Options): Promise<Claimed[]> => {
  const now = clock()
  const { rows } = await sql<Claimed>`
    update mail set claimed_until = ${now + CLAIM_MS}, tries = tries + 1, last_try = ${now}
    where key in (
      select key from mail where state = ${MAIL_STATES.waiting} and next_try <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
      order by next_try limit ${AT_ONCE} for update skip locked)
    returning key, kind, recipient, created, tries`.execute(database.db)
  return rows
}

const carry = async (
  options: Options,
  mail: Claimed,
  deliver: ((to: string, letter: Letter) => Promise<void>) | null,
): Promise<void> => {
  const { database, sealing, clock, url } = options
  // Written anew for each try: the time of a link begins when it leaves.
  const letter = await writeLetter(mail.kind, { db: database.db, url, recipient: mail.recipient, now: clock() })
  if (!letter) {
    await database.db.deleteFrom('mail').where('key', '=', mail.key).execute()
    return
  }
  if (!deliver) {
    const kept = JSON.stringify(sealing.seal(JSON.stringify(letter)))
    return settle(options, mail, { state: MAIL_STATES.kept, letter: kept, error: null, next_try: null })
  }
  const error = await deliver(mail.recipient, letter).then(
    () => null,
    (cause: Error) => cause.message.slice(0, 500),
  )
  if (error === null)
    return settle(options, mail, { state: MAIL_STATES.sent, letter: null, error: null, next_try: null })
  const givenUp = clock() - mail.created > KEPT_TRYING_MS
  await settle(options, mail, {
    state: givenUp ? MAIL_STATES.failed : MAIL_STATES.waiting,
    letter: null,
    error,
    next_try: givenUp ? null : clock() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (mail.tries - 1)),
  })
}

const settle = async (
  { database }: Options,
  { key }: Claimed,
  outcome: { state: number; letter: string | null; error: string | null; next_try: number | null },
): Promise<void> => {
  await database.db
    .updateTable('mail')
    .set({ ...outcome, claimed_until: null })
    .where('key', '=', key)
    .execute()
}
