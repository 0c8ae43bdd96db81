import { sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { SitePermission } from '../../../domain/core/effective-level.ts'
import type { Db } from '../core/database.ts'
import { grantsIn, highestGrantFirst } from '../core/entry.ts'
import { keyOfCursor } from '../core/key-cursor.ts'
import { patternOf, small } from '../core/name-search.ts'

/** A project as shown to site admins. */
export type SiteProject = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly created: number
  readonly org_id: string | null
  readonly org_name: string | null
  readonly members: number
  readonly monitors: number
}

const columns = sql`p.key, p.id, p.name, p.created, o.id as org_id, o.name as org_name,
  (select count(distinct g.account_id)::int from (${grantsIn(null)}) g) as members,
  (select count(*)::int from object m where m.project_key = p.key and m.kind = 'monitor') as monitors`

type Asked = { cursor?: string; limit?: number; search?: string }

/** Reads a page of all projects, newest first. The figures are read of that page alone. */
export const listProjects = async (
  db: Db,
  { cursor, limit = 100, search = '' }: Asked,
): Promise<{ projects: SiteProject[]; nextCursor: string | null }> => {
  const before = keyOfCursor(cursor)
  const text = search.trim()
  const wanted = patternOf(text)
  const { rows } = await sql<SiteProject>`
    select ${columns} from (
      select * from project where removed is null
        ${before === null ? sql`` : sql`and key < ${before}`}
        ${text === '' ? sql`` : sql`and (${small('name')} like ${wanted} or id = ${text})`}
      order by key desc limit ${limit + 1}) p
    left join organization o on o.id = p.org_id order by p.key desc`.execute(db)
  const projects = rows.slice(0, limit)
  const last = projects.at(-1)
  return { projects, nextCursor: rows.length > limit && last ? String(last.key) : null }
}

/** Reads one project; undefined if there is none. */
export const siteProject = async (db: Db, id: string): Promise<SiteProject | undefined> => {
  const { rows } = await sql<SiteProject>`
    select ${columns} from project p left join organization o on o.id = p.org_id
    where p.id = ${id} and p.removed is null`.execute(db)
  return rows[0]
}

/** Reads the projects of an organization, newest first. */
export const projectsOfOrganization = async (db: Db, orgId: string, limit: number): Promise<SiteProject[]> => {
  const { rows } = await sql<SiteProject>`
    select ${columns} from (
      select * from project where org_id = ${orgId} and removed is null order by key desc limit ${limit}) p
    join organization o on o.id = p.org_id order by p.key desc`.execute(db)
  return rows
}

type Person = { readonly account_id: string; readonly account_name: string; readonly account_email: string }

export type ProjectGrant = Person & {
  readonly id: string
  readonly access_level: Level
  readonly role_id: string | null
  readonly is_service_account: boolean
  readonly created: number
}

/** Reads all grants in a project, the highest level first. */
export const grantsOfProject = async (db: Db, projectKey: number, limit: number): Promise<ProjectGrant[]> => {
  const { rows } = await sql<ProjectGrant>`
    select g.id, a.id as account_id, a.name as account_name, a.email as account_email, g.access_level, g.role_id,
      a.service_org_id is not null as is_service_account, g.created
    from project p cross join lateral (${grantsIn(null)}) g join account a on a.id = g.account_id
    where p.key = ${projectKey} order by ${highestGrantFirst}, lower(a.name), a.id limit ${limit}`.execute(db)
  return rows
}

/** Reads the accounts with a site permission, which opens every project. */
export const sitePermitted = (db: Db): Promise<(Person & { site_permission: SitePermission })[]> =>
  db
    .selectFrom('account')
    .select(['id as account_id', 'name as account_name', 'email as account_email'])
    .select(sql<SitePermission>`site_permission`.as('site_permission'))
    .where('site_permission', 'is not', null)
    .where('deleted', 'is', null)
    .where('blocked', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute()
