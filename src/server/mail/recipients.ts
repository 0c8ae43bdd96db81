import { sql } from 'kysely'
import { addressKey } from '../../domain/core/email-address.ts'
import { strangersWords } from '../../domain/core/strangers-words.ts'
import { isVouchedFor } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { isColleague } from '../store/core/entry.ts'
import { openSealedToken, sealedToken } from '../store/core/sealed-token.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { mailsSince, queueWrittenMail } from './outbox.ts'
import { renderMail } from './template.ts'

/** Maximum confirmation mails to one address per day, across all projects. */
const MOST_PER_ADDRESS = 3
const DAY_MS = 86_400_000
/** Maximum new addresses that a project may ask per day, so that nobody floods strangers with mail. */
const ASKED_BY_PROJECT = 50

const RECIPIENT_LETTER = 'confirm-recipient'

/** A request to addresses to confirm that they want a project's alerts. */
type Asking = {
  readonly project: { readonly key: number; readonly id: string }
  readonly by: string
  readonly addresses: readonly string[]
  readonly now: number
}

const plain = addressKey

/**
 * Returns the addresses that may get alerts of a project, in lower case: confirmed addresses of its members, and addresses confirmed by
 * the link in a mail.
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
    where lower(a.email) in (select lower(one) from unnest(${addresses.map(plain)}::text[]) one) and a.blocked is null and ${isVouchedFor}
      and ${isColleague(sql`a.id`)}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/** Whether alerts of a project may be sent to an address. */
export const mayMailIn =
  (db: Db) =>
  async (projectKey: number, address: string): Promise<boolean> =>
    (await recipientsAmong(db, projectKey, [address])).size > 0

/** Returns the addresses that may not get alerts of the project yet, as they were written. */
export const unconfirmedAmong = async (db: Db, projectKey: number, addresses: readonly string[]): Promise<string[]> => {
  const may = await recipientsAmong(db, projectKey, addresses)
  return addresses.filter((address) => !may.has(plain(address)))
}

type Links = { readonly sealing: SecretCipher; readonly url: string }

/**
 * Mails a confirmation link to unconfirmed addresses that were not asked yet; with `again`, also to those that were. Returns the
 * addresses it wrote to.
 */
export const askRecipients = async (
  db: Db,
  links: Links,
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
    if (before.count >= MOST_PER_ADDRESS) continue
    await write(db, links, { project, by, address, now })
    written.push(address)
  }
  return written
}

const write = async (
  db: Db,
  { sealing, url }: Links,
  { project, by, address, now }: Omit<Asking, 'addresses'> & { address: string },
): Promise<void> => {
  const name = await nameOf(db, project.key)
  const link = `${url}/confirm-alerts/${recipientToken(sealing, { projectId: project.id, address })}`
  await queueWrittenMail(db, sealing, {
    kind: RECIPIENT_LETTER,
    to: address,
    letter: renderMail({
      subject: `Confirm alerts of “${strangersWords(name)}”`,
      paragraphs: [
        `${strangersWords(by)} wants to send you alerts of the project “${strangersWords(name)}” of Sonde at ${url}, when its monitors fail and when they recover.`,
        'You get none unless you confirm that you want them.',
      ],
      link: { words: 'Confirm', address: link },
      because: 'If you do not want them, ignore this mail: no alert is sent to you.',
    }),
    now,
  })
  await db
    .insertInto('alert_recipient')
    .values({ project_key: project.key, address: plain(address), asked: now, confirmed: null })
    .onConflict((conflict) => conflict.columns(['project_key', 'address']).doUpdateSet({ asked: now }))
    .execute()
}

const nameOf = async (db: Db, projectKey: number): Promise<string> =>
  (await db.selectFrom('project').select('name').where('key', '=', projectKey).executeTakeFirst())?.name ?? ''

/** The address that a confirmation link is for, and its project. */
export type Confirming = { readonly projectId: string; readonly address: string }

const PURPOSE = 'confirm-recipient'

export const recipientToken = (sealing: SecretCipher, what: Confirming): string => sealedToken(sealing, PURPOSE, what)

/** Reads a confirmation token; null if it is not valid. */
export const readRecipientToken = (sealing: SecretCipher, token: string): Confirming | null =>
  openSealedToken(sealing, PURPOSE, token)

/** Confirms an address for a project's alerts, and sends it those that wait for the confirmation. */
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
    where state = 0 and project_key = ${projectKey} and lower(recipient) = lower(${plain(address)}) and next_try > ${now}`.execute(
    db,
  )
}
