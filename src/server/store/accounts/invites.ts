import { type RawBuilder, sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import type { Db } from '../core/database.ts'
import { isMember } from '../core/entry.ts'
import { hashOf, newId } from '../core/identifiers.ts'
import { isAddressConfirmed } from './accounts.ts'

const DAY_MS = 86_400_000
/** Lifetime of an invitation. */
const INVITE_MS = 14 * DAY_MS
/** Duration for which the link of an ended invitation says why it no longer works. */
const REMEMBERED_MS = 30 * DAY_MS

/** Where an invitation leads: a project, or an organization. */
export type Place = { readonly projectKey: number } | { readonly orgId: string }

/** An invitation with the names of what it is about. */
export type InviteRow = {
  readonly id: string
  readonly hash: Buffer
  readonly project_key: number | null
  readonly org_id: string | null
  readonly access_level: Level | null
  readonly roles: string[]
  readonly email: string
  readonly name: string
  readonly any_address: boolean
  readonly is_mailed: boolean
  readonly invited_by: string
  readonly expires: number
  readonly ended: 'accepted' | 'refused' | 'revoked' | null
  readonly created: number
  readonly last_update: number
  readonly inviter_name: string
  readonly inviter_email: string
  readonly project_id: string | null
  readonly project_name: string | null
  readonly project_org_id: string | null
  readonly project_removed: number | null
  readonly org_name: string | null
}

const select = (where: RawBuilder<unknown>) => sql<InviteRow>`
  select i.*, a.name as inviter_name, a.email as inviter_email, p.id as project_id, p.name as project_name,
    p.org_id as project_org_id, p.removed as project_removed, o.name as org_name
  from invite i join account a on a.id = i.invited_by left join project p on p.key = i.project_key
  left join organization o on o.id = i.org_id
  where ${where}`

const within = (place: Place): RawBuilder<unknown> =>
  'orgId' in place ? sql`i.org_id = ${place.orgId}` : sql`i.project_key = ${place.projectKey}`

const isPending = (now: number) => sql`i.ended is null and i.expires > ${now}`

/** Reads an invitation, pending or not. For an update, it is locked, so that one of two answers at once is the second. */
export const inviteBy = async (db: Db, id: string, forUpdate: boolean): Promise<InviteRow | undefined> => {
  const { rows } =
    await sql<InviteRow>`${select(sql`i.id = ${id}`)} ${forUpdate ? sql`for update of i` : sql``}`.execute(db)
  return rows[0]
}

/** Lists the pending invitations of a place, newest first. */
export const pendingInvites = async (db: Db, place: Place, now: number): Promise<InviteRow[]> => {
  const { rows } = await sql<InviteRow>`
    ${select(sql`${within(place)} and ${isPending(now)}`)} order by i.created desc, i.id`.execute(db)
  return rows
}

/** Lists the pending invitations of an account's address; none where the address is not confirmed. */
export const invitesOf = async (
  db: Db,
  account: { readonly email: string; readonly email_verified: number | null },
  now: number,
): Promise<InviteRow[]> => {
  if (!isAddressConfirmed(account)) return []
  const { rows } = await sql<InviteRow>`
    ${select(sql`lower(i.email) = lower(${addressKey(account.email)}) and ${isPending(now)} and p.removed is null`)}
    order by i.created desc, i.id limit 100`.execute(db)
  return rows
}

/** Whether the person with an address is in already: a member of the project, or of the organization. */
export const isIn = async (db: Db, place: Place, email: string): Promise<boolean> => {
  const address = addressKey(email)
  const { rows } =
    'orgId' in place
      ? await sql`select from organization_member m join account a on a.id = m.account_id
          where m.org_id = ${place.orgId} and lower(a.email) = lower(${address}) limit 1`.execute(db)
      : await sql`select from project p cross join account a
          where p.key = ${place.projectKey} and lower(a.email) = lower(${address}) and ${isMember(sql`a.id`)} limit 1`.execute(
          db,
        )
  return rows.length > 0
}

type NewInvite = {
  readonly place: Place
  readonly secret: string
  readonly level: Level | null
  readonly roles: readonly string[]
  readonly email: string
  readonly name: string
  readonly anyAddress: boolean
  readonly isMailed: boolean
  readonly accountId: string
  readonly now: number
}

/** Stores an invitation and returns its id; those that ended long ago in the same place are deleted. */
export const addInvite = async (db: Db, made: NewInvite): Promise<string> => {
  const { place, now } = made
  await sql`delete from invite i where ${within(place)} and i.last_update < ${now - REMEMBERED_MS}
    and i.expires < ${now}`.execute(db)
  const id = newId()
  await db
    .insertInto('invite')
    .values({
      id,
      hash: hashOf(made.secret),
      project_key: 'orgId' in place ? null : place.projectKey,
      org_id: 'orgId' in place ? place.orgId : null,
      access_level: made.level,
      roles: [...made.roles],
      email: made.email,
      name: made.name,
      any_address: made.anyAddress,
      is_mailed: made.isMailed,
      invited_by: made.accountId,
      expires: now + INVITE_MS,
      created: now,
      last_update: now,
    })
    .execute()
  return id
}

/** Gives an invitation a new secret and a new lifetime, in the name of whoever sends it again. */
export const renewInvite = async (
  db: Db,
  id: string,
  { secret, isMailed, accountId, now }: Pick<NewInvite, 'secret' | 'isMailed' | 'accountId' | 'now'>,
): Promise<void> => {
  await db
    .updateTable('invite')
    .set({
      hash: hashOf(secret),
      is_mailed: isMailed,
      invited_by: accountId,
      expires: now + INVITE_MS,
      last_update: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Ends an invitation; its link says so from then on. */
export const endInvite = async (
  db: Db,
  id: string,
  ended: 'accepted' | 'refused' | 'revoked',
  now: number,
): Promise<void> => {
  await db.updateTable('invite').set({ ended, last_update: now }).where('id', '=', id).execute()
}
