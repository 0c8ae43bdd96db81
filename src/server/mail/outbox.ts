import { sql } from 'kysely'
import type { Db } from '../store/database.ts'
import { newId } from '../store/identifiers.ts'
import { isSealed, type Sealing } from '../store/sealing.ts'
import type { MailKind } from './letters.ts'
import type { Letter } from './template.ts'

/** The stages of a mail, as they are stored. `kept`: no mail server is configured, and a site admin reads it. */
export const MAIL_STATES = { waiting: 0, sent: 1, failed: 2, kept: 3 } as const

const STATUSES = ['waiting', 'sent', 'failed', 'kept'] as const

/** So many of one kind to one address within an hour: more would only annoy whoever owns it. */
const AN_HOUR = 3
const HOUR_MS = 3_600_000

const KEPT_MS = 30 * 86_400_000

/**
 * Puts mail into the outbox, in the transaction of what it is about. Takes the same time whatever the address is; mail of a kind
 * that an address has had three of within the hour is dropped.
 */
export const postMail = async (db: Db, mail: { kind: MailKind; to: string; now: number }): Promise<void> => {
  const recipient = mail.to.trim().toLowerCase()
  await sql`
    insert into mail (id, kind, recipient, created, next_try)
    select ${newId()}, ${mail.kind}, ${recipient}, ${mail.now}, ${mail.now}
    where (select count(*) from mail where recipient = ${recipient} and kind = ${mail.kind}
      and created > ${mail.now - HOUR_MS}) < ${AN_HOUR}`.execute(db)
}

type Written = { kind: string; to: string; letter: Letter; now: number }

/** Keeps a letter for a site admin to read. */
export const keepLetter = (db: Db, sealing: Sealing, written: Written): Promise<void> =>
  putLetter(db, sealing, written, { state: MAIL_STATES.kept, next_try: null })

/** Puts a letter into the outbox that was written already, in the transaction of what it is about; `headers` go out beside the usual ones. */
export const postLetter = (
  db: Db,
  sealing: Sealing,
  written: Written & { headers?: Readonly<Record<string, string>> },
): Promise<void> => putLetter(db, sealing, written, { state: MAIL_STATES.waiting, next_try: written.now })

const putLetter = async (
  db: Db,
  sealing: Sealing,
  { kind, to, letter, headers, now }: Written & { headers?: Readonly<Record<string, string>> },
  stage: { state: number; next_try: number | null },
): Promise<void> => {
  await db
    .insertInto('mail')
    .values({
      id: newId(),
      kind,
      recipient: to.trim().toLowerCase(),
      letter: JSON.stringify(sealing.seal(JSON.stringify(letter))),
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

export type Mail = {
  id: string
  kind: string
  to: string
  created: number
  status: keyof typeof MAIL_STATES
  tries: number
  error: string | null
  subject: string | null
  text: string | null
}

/** A page of the outbox, newest first; only what is kept here shows what it says. */
export const listMail = async (
  db: Db,
  sealing: Sealing,
  { cursor, limit = 100 }: { cursor?: string; limit?: number },
): Promise<{ mails: Mail[]; nextCursor: string | null }> => {
  const before = /^[1-9]\d{0,15}$/.test(cursor ?? '') ? Number(cursor) : null
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .$if(before !== null, (query) => query.where('key', '<', before ?? 0))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const mails = shown.map((row): Mail => {
    const letter: Letter | null = isSealed(row.letter) ? JSON.parse(sealing.open(row.letter)) : null
    const { id, kind, recipient: to, created, tries, error } = row
    const status = STATUSES[row.state] ?? 'failed'
    return { id, kind, to, created, status, tries, error, subject: letter?.subject ?? null, text: letter?.text ?? null }
  })
  return { mails, nextCursor: rows.length > limit ? String(shown.at(-1)?.key) : null }
}

/** Forgets mail after 30 days, whatever became of it. */
export const forgetOldMail = (db: Db, now: number) =>
  db
    .deleteFrom('mail')
    .where('created', '<', now - KEPT_MS)
    .execute()
