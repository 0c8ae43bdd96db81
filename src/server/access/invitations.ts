import { timingSafeEqual } from 'node:crypto'
import { isLevel, type Level, levelsWithin } from '../../domain/core/access.ts'
import { addressKey } from '../../domain/core/email-address.ts'
import { levelsHandedOutBy } from '../../domain/projects/access-rules.ts'
import { forbidden, Refusal } from '../refusal.ts'
import { accountById } from '../store/accounts/accounts.ts'
import { endInvite, type InviteRow, inviteBy } from '../store/accounts/invites.ts'
import type { Db } from '../store/core/database.ts'
import { hashOf } from '../store/core/identifiers.ts'
import { lockOrganization } from '../store/organizations/members.ts'
import { addRoles } from '../store/organizations/organizations.ts'
import { rolesOf } from '../store/organizations/roles.ts'
import { accessBy, lockAccess, membersOf, setAccess } from '../store/projects/members.ts'

const gone = (message: string): Refusal => new Refusal(410, 'gone', message)

const unknown = new Refusal(
  404,
  'not_found',
  'There is no such invitation: the link is incomplete, or a newer one was sent.',
)

const ENDED = {
  accepted: 'This invitation was already accepted.',
  refused: 'This invitation was refused: ask for a new one.',
  revoked: 'This invitation was revoked: ask whoever invited you.',
} as const

/** The refusal of an account with another address than the invited one. */
export const otherAddress = ({ email }: InviteRow): Refusal =>
  forbidden(`This invitation is for ${email}: use an account with that address, or ask for an invitation of yours.`)

/** Opens the invitation of a link and locks it; the refusal says why it does not work. */
export const openInvite = (
  db: Db,
  { id, secret }: { readonly id: string; readonly secret: string },
  now: number,
): Promise<InviteRow | Refusal> => opened(db, id, now, true, ({ hash }) => timingSafeEqual(hash, hashOf(secret)))

/** Whether the invitation of a link was refused: refusing it again changes nothing. */
export const wasRefused = async (
  db: Db,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<boolean> => {
  const row = id.includes('\0') ? undefined : await inviteBy(db, id, false)
  return row?.ended === 'refused' && timingSafeEqual(row.hash, hashOf(secret))
}

/** Reads the invitation of a link. */
export const peekInvite = (
  db: Db,
  { id, secret }: { readonly id: string; readonly secret: string },
  now: number,
): Promise<InviteRow | Refusal> => opened(db, id, now, false, ({ hash }) => timingSafeEqual(hash, hashOf(secret)))

/** Opens an invitation of the confirmed address of an account. */
export const openOwnInvite = (
  db: Db,
  id: string,
  account: { readonly email: string },
  now: number,
): Promise<InviteRow | Refusal> =>
  opened(db, id, now, true, ({ email }) => addressKey(email) === addressKey(account.email))

const opened = async (
  db: Db,
  id: string,
  now: number,
  forUpdate: boolean,
  isFor: (row: InviteRow) => boolean,
): Promise<InviteRow | Refusal> => {
  // PostgreSQL refuses a null character, and no id has one.
  const found = id.includes('\0') ? undefined : await inviteBy(db, id, false)
  if (!found || !isFor(found)) return unknown
  // First the place, then the invitation, as those do who send it again or revoke it.
  if (forUpdate && found.org_id !== null) await lockOrganization(db, found.org_id)
  if (forUpdate && found.project_key !== null) await lockAccess(db, found.project_key)
  const row = forUpdate ? await inviteBy(db, id, true) : found
  if (!row || !isFor(row)) return unknown
  if (row.ended !== null) return gone(ENDED[row.ended])
  if (row.expires <= now) return gone('This invitation has expired: ask for a new one.')
  if (row.project_removed !== null) return gone('The project of this invitation was deleted.')
  if (!(await mayStillInvite(db, row)))
    return gone(`${row.inviter_name} may no longer invite people: ask somebody else for an invitation.`)
  const known = row.org_id === null ? [] : (await rolesOf(db, row.org_id)).map((role) => role.id)
  const lost = row.roles.find((role) => !known.includes(role))
  return lost === undefined ? row : gone(`The role ${lost} was deleted since: ask for a new invitation.`)
}

const mayStillInvite = async (db: Db, row: InviteRow): Promise<boolean> => {
  const inviter = await accountById(db, row.invited_by)
  if (!inviter || inviter.blocked !== null) return false
  if (inviter.site_permission === 'site_admin') return true
  if (row.project_key !== null) {
    const [member] = await membersOf(db, row.project_key, inviter.id)
    return (
      member !== undefined &&
      row.access_level !== null &&
      levelsHandedOutBy(member.access_level).includes(row.access_level)
    )
  }
  const admin = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', row.org_id ?? '')
    .where('account_id', '=', inviter.id)
    .where('role_id', '=', 'ADMIN')
    .executeTakeFirst()
  return admin !== undefined
}

/** Lets an account in and ends the invitation. No level is lowered by it. */
export const acceptInvite = async (db: Db, row: InviteRow, accountId: string, now: number): Promise<Refusal | null> => {
  const refused =
    row.project_key !== null && row.access_level !== null
      ? await enterProject(db, { projectKey: row.project_key, accountId, level: row.access_level, now })
      : await enterOrganization(db, { orgId: row.org_id ?? '', accountId, roles: row.roles, now })
  if (refused) return refused
  await endInvite(db, row.id, 'accepted', now)
  return null
}

const enterProject = async (
  db: Db,
  entering: { projectKey: number; accountId: string; level: Level; now: number },
): Promise<Refusal | null> => {
  const { projectKey, accountId, level } = entering
  if (!(await lockAccess(db, projectKey))) return gone('The project of this invitation was deleted.')
  const before = (await accessBy(db, projectKey, { accountId }))?.access_level
  if (before !== undefined && isLevel(before)) {
    if (levelsWithin(before).includes(level)) return null
    if (!levelsWithin(level).includes(before))
      return new Refusal(
        409,
        'conflict',
        `You are ${before} of this project, and as ${level} you would lose rights: ask an OWNER to change your level.`,
      )
  }
  await setAccess(db, entering)
  return null
}

const enterOrganization = async (
  db: Db,
  { orgId, accountId, roles, now }: { orgId: string; accountId: string; roles: readonly string[]; now: number },
): Promise<null> => {
  await lockOrganization(db, orgId)
  await addRoles(db, { orgId, accountId, roles: [...new Set(['DEFAULT', ...roles])], now })
  return null
}
