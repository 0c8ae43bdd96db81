import { sql } from 'kysely'
import { isConfirmed } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import type { Sealing } from '../store/core/sealing.ts'
import { isColleague } from '../store/projects/entry.ts'
import { mailsSince, postLetter } from './outbox.ts'
import { letterOf } from './template.ts'

/** So many letters that ask for a confirmation go to one address within a day, whichever projects ask. */
const A_DAY = 3
const DAY_MS = 86_400_000
/** So many new addresses a project may ask within a day: nobody sends strangers a flood of letters. */
const ASKED_BY_PROJECT = 50
const LONGEST_NAME = 80

const RECIPIENT_LETTER = 'confirm-recipient'

/** Who asks an address whether it wants the alerts of a project. */
type Asking = {
  readonly project: { readonly key: number; readonly id: string }
  readonly by: string
  readonly addresses: readonly string[]
  readonly now: number
}

const plain = (address: string): string => address.trim().toLowerCase()

/**
 * Which of these addresses may be sent alerts of a project: those of its members, whose addresses are confirmed, and those that were
 * confirmed by the link in a letter. In small letters.
 */
export const recipientsAmong = async (
  db: Db,
  projectKey: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (addresses.length === 0) return new Set()
  const { rows } = await sql<{ address: string }>`
    select address from alert_recipient
    where project_key = ${projectKey} and confirmed is not null and address = any(${addresses.map(plain)}::text[])
    union
    select lower(a.email) from account a join project p on p.key = ${projectKey}
    where lower(a.email) = any(${addresses.map(plain)}::text[]) and a.blocked is null and ${isConfirmed}
      and ${isColleague(sql`a.id`)}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/** Answers whether alerts of a project may go to an address. */
export const mayMailIn =
  (db: Db) =>
  async (projectKey: number, address: string): Promise<boolean> =>
    (await recipientsAmong(db, projectKey, [address])).size > 0

/** Those of these addresses that may not be sent alerts of the project yet, as they were written. */
export const unconfirmedAmong = async (db: Db, projectKey: number, addresses: readonly string[]): Promise<string[]> => {
  const may = await recipientsAmong(db, projectKey, addresses)
  return addresses.filter((address) => !may.has(plain(address)))
}

/** Why an alert does not go to an address. */
export const notConfirmed = (address: string): string =>
  `${address} has not confirmed yet that it wants alerts of this project: its owner must open the link that was sent there.`

type Way = { readonly sealing: Sealing; readonly url: string }

/**
 * Asks addresses that are nobody's of the project whether they want its alerts: a letter with a link to each that was not asked within
 * a day. Answers whom it wrote to. `again`: also to those that were asked before.
 */
export const askRecipients = async (
  db: Db,
  way: Way,
  asking: Asking,
  { again = false }: { again?: boolean } = {},
): Promise<string[]> => {
  const { project, by, now } = asking
  const written: string[] = []
  const { asked } = await db
    .selectFrom('alert_recipient')
    .select((one) => one.fn.countAll<number>().as('asked'))
    .where('project_key', '=', project.key)
    .where('asked', '>', now - DAY_MS)
    .executeTakeFirstOrThrow()
  for (const address of await unconfirmedAmong(db, project.key, asking.addresses)) {
    if (Number(asked) + written.length >= ASKED_BY_PROJECT) break
    const known = await db
      .selectFrom('alert_recipient')
      .select('asked')
      .where('project_key', '=', project.key)
      .where('address', '=', plain(address))
      .executeTakeFirst()
    if (known?.asked && !again) continue
    const before = await mailsSince(db, { to: address, kinds: [RECIPIENT_LETTER], since: now - DAY_MS })
    if (before.count >= A_DAY) continue
    await write(db, way, { project, by, address, now })
    written.push(address)
  }
  return written
}

const write = async (
  db: Db,
  { sealing, url }: Way,
  { project, by, address, now }: Omit<Asking, 'addresses'> & { address: string },
): Promise<void> => {
  const name = await nameOf(db, project.key)
  const link = `${url}/confirm-alerts/${recipientToken(sealing, { projectId: project.id, address })}`
  await postLetter(db, sealing, {
    kind: RECIPIENT_LETTER,
    to: address,
    letter: letterOf({
      subject: `Confirm alerts of “${short(name)}”`,
      paragraphs: [
        `${short(by)} wants to send you alerts of the project “${short(name)}” of Sonde at ${url}, when its monitors fail and when they are back to normal.`,
        'They come only once you have confirmed that you want them.',
      ],
      link: { words: 'Confirm', address: link },
      because: 'If you do not want them, do nothing: no alert is sent to you.',
    }),
    now,
  })
  await db
    .insertInto('alert_recipient')
    .values({ project_key: project.key, address: plain(address), asked: now, confirmed: null })
    .onConflict((conflict) => conflict.columns(['project_key', 'address']).doUpdateSet({ asked: now }))
    .execute()
}

/** Strangers read it: a name is one short line, whatever somebody called a project. */
const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line
}

const nameOf = async (db: Db, projectKey: number): Promise<string> =>
  (await db.selectFrom('project').select('name').where('key', '=', projectKey).executeTakeFirst())?.name ?? ''

/** The address that a link confirms, and for which project. */
export type Confirming = { readonly projectId: string; readonly address: string }

// Sealed under the installation's key: nobody can make one, and the address in it is in nobody's log.
const PURPOSE = 'confirm-recipient'

export const recipientToken = (sealing: Sealing, what: Confirming): string =>
  Buffer.from(sealing.seal(JSON.stringify({ for: PURPOSE, ...what })).sealed, 'base64').toString('base64url')

/** What a token confirms; null for one that is not ours. */
export const readRecipientToken = (sealing: Sealing, token: string): Confirming | null => {
  try {
    const sealed = Buffer.from(token, 'base64url').toString('base64')
    // Only this installation can have sealed it, and then as above; `for` tells it from all else that is sealed.
    const what = JSON.parse(sealing.open({ sealed })) as Confirming & { for?: unknown }
    return what.for === PURPOSE ? what : null
  } catch {
    return null
  }
}

/** From now on the address gets alerts of the project, first those that wait for it. */
export const confirmRecipient = async (db: Db, projectKey: number, address: string, now: number): Promise<void> => {
  await db
    .insertInto('alert_recipient')
    .values({ project_key: projectKey, address: plain(address), asked: null, confirmed: now })
    .onConflict((conflict) =>
      conflict
        .columns(['project_key', 'address'])
        .doUpdateSet({ confirmed: sql`coalesce(alert_recipient.confirmed, ${now})` }),
    )
    .execute()
  await sql`update delivery set next_try = ${now}
    where state = 0 and project_key = ${projectKey} and lower(recipient) = ${plain(address)} and next_try > ${now}`.execute(
    db,
  )
}
