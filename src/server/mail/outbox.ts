import { type Selectable, sql } from 'kysely'
import { addressKey } from '../../domain/core/email-address.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { keyOfCursor } from '../store/core/key-cursor.ts'
import { nameMatches } from '../store/core/name-search.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import type { Tables } from '../store/core/tables.ts'
import type { MailKind } from './letters.ts'
import type { MailContent } from './template.ts'

/** Stored states of a mail. `kept`: no mail server is configured, and a site admin reads the mail in the outbox. */
export const MAIL_STATES = { waiting: 0, sent: 1, failed: 2, kept: 3 } as const

const STATUSES = ['waiting', 'sent', 'failed', 'kept'] as const
export type MailStatus = (typeof STATUSES)[number]

/** Maximum mails of one kind to one address within an hour, so that nobody can flood an address. */
const MAX_PER_HOUR = 3
const HOUR_MS = 3_600_000

const KEPT_MS = 30 * 86_400_000

/**
 * Puts a mail into the outbox, in the transaction that causes it. Takes the same time for every address. Drops the mail if the address
 * had three of its kind within the hour.
 */
export const queueMail = async (db: Db, mail: { kind: MailKind; to: string; now: number }): Promise<void> => {
  const recipient = addressKey(mail.to)
  await sql`
    insert into mail (id, kind, recipient, created, next_try)
    select ${newId()}, ${mail.kind}, ${recipient}, ${mail.now}, ${mail.now}
    where (select count(*) from mail where recipient = ${recipient} and kind = ${mail.kind}
      and created > ${mail.now - HOUR_MS}) < ${MAX_PER_HOUR}`.execute(db)
}

type Written = {
  kind: string
  to: string
  letter: MailContent
  /** Added to the usual headers. */
  headers?: Readonly<Record<string, string>> | undefined
  now: number
}

/** Keeps a written mail for a site admin to read. `deliveryId` is the message id of the delivery that it belongs to. */
export const keepMail = (
  db: Db,
  sealing: SecretCipher,
  { deliveryId = null, ...written }: Written & { deliveryId?: string | null | undefined },
): Promise<void> =>
  putLetter(db, sealing, written, { state: MAIL_STATES.kept, next_try: null, delivery_message_id: deliveryId })

/** Puts a written mail into the outbox, in the transaction that causes it. */
export const queueWrittenMail = (db: Db, sealing: SecretCipher, written: Written): Promise<void> =>
  putLetter(db, sealing, written, { state: MAIL_STATES.waiting, next_try: written.now })

const putLetter = async (
  db: Db,
  sealing: SecretCipher,
  { kind, to, letter, headers, now }: Written,
  stage: { state: number; next_try: number | null; delivery_message_id?: string | null },
): Promise<void> => {
  await db
    .insertInto('mail')
    .values({
      id: newId(),
      kind,
      recipient: addressKey(to),
      letter: JSON.stringify(sealing.sealOwn(JSON.stringify(letter))),
      subject: letter.subject,
      headers: headers ? JSON.stringify(headers) : null,
      created: now,
      claimed_until: null,
      last_try: null,
      error: null,
      ...stage,
    })
    .execute()
}

/** A mail in the outbox; times in milliseconds. */
export type Mail = {
  id: string
  kind: string
  to: string
  subject: string | null
  created: number
  status: MailStatus
  tries: number
  error: string | null
  lastTry: number | null
  nextTry: number | null
  isReadable: boolean
}

type Row = Selectable<Tables['mail']>

const mailOf = (row: Row): Mail => ({
  id: row.id,
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  created: row.created,
  status: STATUSES[row.state] ?? 'failed',
  tries: row.tries,
  error: row.error,
  lastTry: row.last_try,
  nextTry: row.next_try,
  isReadable: isSealed(row.letter),
})

/** Reads a page of the outbox, newest first. */
export const listMail = async (
  db: Db,
  {
    cursor,
    limit = 100,
    search = '',
    status,
  }: { cursor?: string; limit?: number; search?: string; status?: MailStatus },
): Promise<{ mails: Mail[]; nextCursor: string | null }> => {
  const before = keyOfCursor(cursor, { column: 'bigint' })
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .$if(before !== null, (query) => query.where('key', '<', before ?? 0))
    .$if(search.trim() !== '', (query) =>
      query.where(sql<boolean>`(${nameMatches(search, 'recipient')} or ${nameMatches(search, 'subject')})`),
    )
    .$if(status !== undefined, (query) => query.where('state', '=', MAIL_STATES[status ?? 'waiting']))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { mails: shown.map(mailOf), nextCursor: rows.length > limit ? String(shown.at(-1)?.key) : null }
}

/** Reads a mail and its content; the content is null if it is not stored. */
export const readMail = async (
  db: Db,
  sealing: SecretCipher,
  id: string,
): Promise<{ mail: Mail; letter: MailContent | null } | null> => {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const letter: MailContent | null = isSealed(row.letter) ? JSON.parse(sealing.open(row.letter)) : null
  return { mail: mailOf(row), letter }
}

/** Makes an unsent mail due now; null if it was sent or does not exist. */
export const retryMail = async (db: Db, id: string, now: number): Promise<Mail | null> => {
  const row = await db
    .updateTable('mail')
    .set({ state: MAIL_STATES.waiting, next_try: now })
    .where('id', '=', id)
    .where('state', '<>', MAIL_STATES.sent)
    .returningAll()
    .executeTakeFirst()
  return row ? mailOf(row) : null
}

/** Makes all waiting mail due now, after the mail server became available again. */
export const tryAllNow = async (db: Db, now: number): Promise<void> => {
  await db
    .updateTable('mail')
    .set({ next_try: now })
    .where('state', '=', MAIL_STATES.waiting)
    .where('next_try', '>', now)
    .execute()
}

/** Counts the mails of each status. */
export const mailCounts = async (db: Db): Promise<Record<MailStatus, number>> => {
  const rows = await db
    .selectFrom('mail')
    .select(['state', (count) => count.fn.countAll<number>().as('mails')])
    .groupBy('state')
    .execute()
  const countOf = (status: MailStatus) => Number(rows.find(({ state }) => state === MAIL_STATES[status])?.mails ?? 0)
  return { waiting: countOf('waiting'), sent: countOf('sent'), failed: countOf('failed'), kept: countOf('kept') }
}

/** Counts the mails of these kinds to an address since a time, and returns when the first was written. */
export const mailsSince = async (
  db: Db,
  { to, kinds, since }: { to: string; kinds: readonly string[]; since: number },
): Promise<{ count: number; first: number }> => {
  const row = await db
    .selectFrom('mail')
    .select((one) => [one.fn.countAll<number>().as('count'), one.fn.min('created').as('first')])
    .where('recipient', '=', addressKey(to))
    .where('kind', 'in', kinds)
    .where('created', '>', since)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), first: Number(row.first ?? since) }
}

/** Deletes mail older than 30 days, whatever its state. */
export const deleteOldMail = (db: Db, now: number) =>
  db
    .deleteFrom('mail')
    .where('created', '<', now - KEPT_MS)
    .execute()
