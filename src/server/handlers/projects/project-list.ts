import { sql } from 'kysely'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { byLevel, type Level } from '../../../domain/core/access.ts'
import type { SitePermission } from '../../../domain/core/effective-level.ts'
import { bandsIn } from '../../../domain/core/score-bands.ts'

import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Caller } from '../../access/caller.ts'
import { accountById, isAccountVouchedFor, projectIdOf } from '../../store/accounts/accounts.ts'
import { type InviteRow, invitesOf } from '../../store/accounts/invites.ts'
import type { Db } from '../../store/core/database.ts'
import { joinMembership, memberProjectKeys } from '../../store/core/entry.ts'
import { organizationsToCreateIn } from '../../store/organizations/roles.ts'
import type { ProjectRow } from '../../store/projects/projects.ts'

export type ProjectList = AnswerOf<ProductContract['project.list']>
type AccessRecord = ProjectList['projects'][number]
type Organization = ProjectList['organizations'][number]

/** A project as the API returns it. */
export const projectAnswer = ({
  id,
  name,
  org_id,
  doc,
  created,
  last_update,
}: ProjectRow): AccessRecord['project'] => ({
  id,
  name,
  org_id,
  tags: Array.isArray(doc.tags) ? doc.tags.map(String) : [],
  system_tags: [],
  security_profile: null,
  score_bands: bandsIn(doc),
  created: formatTime(created),
  last_update: formatTime(last_update),
})

/** An invitation as its recipient sees it. */
export const shownInvitation = (row: InviteRow): ProjectList['meta']['invites'][number] => ({
  id: row.id,
  email: row.email,
  name: row.name,
  invited_by: row.inviter_name,
  project_name: row.project_name,
  org_name: row.org_name,
  access_level: row.access_level,
  roles: row.roles,
  any_address: row.any_address,
  accepted_by_registering: row.any_address || row.is_mailed,
  expires: formatTime(row.expires),
})

/** Reads the organizations with these ids, ordered by name. */
export const organizationsOf = async (db: Db, ids: readonly string[]): Promise<Organization[]> => {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('organization').selectAll().where('id', 'in', ids).orderBy('name').execute()
  return rows.map((row) => ({
    id: row.id,
    org_id: row.id,
    name: row.name,
    enforce_2fa: row.enforce_2fa,
    kms_enabled: row.kms_enabled,
    subscription_level: null,
    tags: Array.isArray(row.doc.tags) ? row.doc.tags.map(String) : [],
    password_expiry_days: row.password_expiry_days,
    session_hours: row.session_hours,
    created: formatTime(row.created),
    last_update: formatTime(row.last_update),
  }))
}

/** Lists the one project of an API key, or of an application that was given one project. */
export const listOfKey = async (db: Db, caller: Extract<Caller, { kind: 'api_key' }>): Promise<ProjectList> => {
  const key = await db.selectFrom('api_key').selectAll().where('id', '=', caller.keyId).executeTakeFirst()
  const project = await db
    .selectFrom('project')
    .selectAll()
    .where('key', '=', caller.project.key)
    .executeTakeFirstOrThrow()
  const account = caller.accountId ? await accountById(db, caller.accountId) : undefined
  const organizations = await organizationsOf(db, project.org_id ? [project.org_id] : [])
  const since = formatTime(key?.created ?? project.created)
  const times = { created: since, last_update: since }
  const whose = { account_id: account?.id ?? '', account_email: account?.email ?? '', role_id: null }
  const access = { id: caller.keyId, access_level: caller.level, ...whose, ...times }
  return {
    meta: {
      account_id: account?.id ?? '',
      current_project_id: project.id,
      invites: [],
      new_project: false,
      roles: {},
      permissions: [],
      verify_needed: false,
      creates_in: [],
    },
    projects: [{ ...access, project: projectAnswer(project), organization: organizations[0] ?? null }],
    organizations,
  }
}

type Granted = ProjectRow & {
  access_id: string
  access_level: Level
  access_created: number
  access_update: number
  role_id: string | null
}

/**
 * Lists the projects that an account may enter by its grants or as ADMIN of an organization. Those opened only by a site permission are
 * left out: that would be all of them.
 */
export const listOfAccount = async (
  db: Db,
  caller: { readonly accountId: string; readonly sitePermission: SitePermission | null },
  now: number,
): Promise<ProjectList> => {
  const account = await accountById(db, caller.accountId)
  if (!account) throw new Error(`The account ${caller.accountId} no longer exists.`)
  const memberships = await db
    .selectFrom('organization_member')
    .select(['org_id', 'role_id'])
    .where('account_id', '=', account.id)
    .orderBy('role_id')
    .execute()
  const { rows } = await sql<Granted>`
    select p.*, g.id as access_id, g.access_level, g.created as access_created, g.last_update as access_update, g.role_id
    from project p
    ${joinMembership(account.id)}
    where p.removed is null and g.id is not null and p.key in (${memberProjectKeys(account.id)})`.execute(db)

  const organizationIds = [...memberships, ...rows].flatMap(({ org_id }) => org_id ?? [])
  const organizations = await organizationsOf(db, [...new Set(organizationIds)])
  const projects = rows
    .map((row) => recordOf(row, account, organizations))
    .sort((a, b) => byLevel(a.access_level, b.access_level) || a.project.name.localeCompare(b.project.name, 'en'))
  const keys = new Map(rows.map((row) => [row.key, row.id]))
  const roles: Record<string, string[]> = {}
  for (const { org_id, role_id } of memberships) roles[org_id] = [...(roles[org_id] ?? []), role_id]
  return {
    meta: {
      account_id: account.id,
      current_project_id: keys.get(account.current_project_key ?? 0) ?? null,
      invites: (await invitesOf(db, account, now)).map(shownInvitation),
      new_project: account.new_project_key !== null,
      roles,
      permissions: caller.sitePermission === null ? [] : [caller.sitePermission],
      verify_needed: !isAccountVouchedFor(account),
      creates_in:
        caller.sitePermission === 'site_admin'
          ? organizations.map(({ id }) => id)
          : await organizationsToCreateIn(db, account.id),
      account: { name: account.name, nickname: account.nickname, picture: account.picture },
      default_project_id: await projectIdOf(db, account.default_project_key),
      preferences: account.preferences,
    },
    projects,
    organizations,
  }
}

const recordOf = (
  row: Granted,
  account: { id: string; email: string },
  organizations: readonly Organization[],
): AccessRecord => ({
  id: row.access_id,
  access_level: row.access_level,
  account_id: account.id,
  account_email: account.email,
  role_id: row.role_id,
  created: formatTime(row.access_created),
  last_update: formatTime(row.access_update),
  project: projectAnswer(row),
  organization: organizations.find(({ id }) => id === row.org_id) ?? null,
})
