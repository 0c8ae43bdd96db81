import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { refusalsByRules } from '../../access/organizations.ts'
import type { Refusal } from '../../refusal.ts'
import type { Binding } from '../../store/agents/binding.ts'
import type { Db } from '../../store/core/database.ts'
import { grantsIn, memberProjectKeys } from '../../store/core/entry.ts'

/**
 * The organizations and projects whose agents a caller manages; `isAll`: all agents of the installation. `unmet`: why the caller manages
 * those of some others no more, by the rules of an organization; null if there are none.
 */
export type Reach = {
  readonly isAll: boolean
  readonly orgIds: ReadonlySet<string>
  readonly projectKeys: ReadonlySet<number>
  readonly unmet: Refusal | null
}

const NOTHING: Reach = { isAll: false, orgIds: new Set(), projectKeys: new Set(), unmet: null }

/**
 * Reads what a caller manages. An agent gets the secrets of its projects in plain text, so it takes the highest right: site admins manage
 * all agents, ADMINs those of their organization, OWNERs those of their projects, and both meet the rules of the organization.
 */
export const reachOf = async (db: Db, caller: Caller, now: number): Promise<Reach> => {
  if (caller.kind === 'api_key')
    return caller.level === 'OWNER' ? { ...NOTHING, projectKeys: new Set([caller.project.key]) } : NOTHING
  if (caller.kind !== 'account') return NOTHING
  const { rows: organizations } = await sql<{ org_id: string }>`
    select org_id from organization_member where account_id = ${caller.accountId} and role_id = 'ADMIN'`.execute(db)
  const orgIds = organizations.map(({ org_id }) => org_id)
  const { rows: projects } = await sql<{ key: number; org_id: string | null }>`
    select p.key, p.org_id from project p where p.removed is null and p.key in (${memberProjectKeys(caller.accountId)})
      and exists (select from (${grantsIn(caller.accountId)}) g where g.access_level = 'OWNER')`.execute(db)
  const unmet = await refusalsByRules(db, caller, [...orgIds, ...projects.flatMap(({ org_id }) => org_id ?? [])], now)
  return {
    isAll: caller.sitePermission === 'site_admin',
    orgIds: new Set(orgIds.filter((id) => !unmet.has(id))),
    projectKeys: new Set(projects.filter(({ org_id }) => !unmet.has(org_id ?? '')).map(({ key }) => key)),
    unmet: [...unmet.values()][0] ?? null,
  }
}

/** Whether a caller manages agents with a binding. */
export const manages = ({ isAll, orgIds, projectKeys }: Reach, binding: Binding): boolean => {
  if (isAll) return true
  if (binding === null) return false
  if (binding.orgId !== null) return orgIds.has(binding.orgId)
  return binding.projectKeys.length > 0 && binding.projectKeys.every((key) => projectKeys.has(key))
}
