import { sql } from 'kysely'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import type { Binding } from '../../store/agents/binding.ts'
import type { Db } from '../../store/core/database.ts'
import { manages, type Reach } from './reach.ts'

type Entered =
  | {
      readonly organization_id?: string | null | undefined
      readonly project_ids?: readonly string[] | null | undefined
    }
  | null
  | undefined

type Named = { readonly id: string; readonly name: string }
export type ShownBinding = { organization: Named | null; projects: Named[] } | null

/** Reads a binding as a person enters it; field errors where it names something that the caller does not manage. */
export const readBinding = async (
  db: Db,
  reach: Reach,
  entered: Entered,
): Promise<{ binding: Binding } | Problem[]> => {
  const orgId = entered?.organization_id || null
  const ids = [...new Set(entered?.project_ids ?? [])]
  if (orgId !== null && ids.length > 0)
    return [problem('bound_to', 'invalid', 'must name either an organization or projects.')]
  if (orgId !== null) {
    const known = await db.selectFrom('organization').select('id').where('id', '=', orgId).executeTakeFirst()
    return known && manages(reach, { orgId, projectKeys: [] })
      ? { binding: { orgId, projectKeys: [] } }
      : [problem('bound_to.organization_id', 'unknown', 'must be the id of an organization that you administer.')]
  }
  if (ids.length > 0) {
    const { rows } = await sql<{ key: number; id: string }>`
      select key, id from project where id = any(${ids}::text[]) and removed is null`.execute(db)
    const mine = rows.filter(({ key }) => manages(reach, { orgId: null, projectKeys: [key] }))
    const other = ids.find((id) => !mine.some((row) => row.id === id))
    return other === undefined
      ? { binding: { orgId: null, projectKeys: mine.map(({ key }) => key) } }
      : [problem('bound_to.project_ids', 'unknown', `must be ids of projects that you own; ${other} is none.`)]
  }
  return reach.isAll
    ? { binding: null }
    : [
        problem(
          'bound_to',
          'required',
          'must name your organization (organization_id) or projects (project_ids): only site admins manage agents of all projects.',
        ),
      ]
}

/** Returns how bindings are shown, with names. */
export const shownBindings = async (
  db: Db,
  bindings: readonly Binding[],
): Promise<(binding: Binding) => ShownBinding> => {
  const orgIds = bindings.flatMap((binding) => binding?.orgId ?? [])
  const keys = bindings.flatMap((binding) => binding?.projectKeys ?? [])
  const organizations = new Map<string, Named>()
  const projects = new Map<number, Named>()
  if (orgIds.length > 0) {
    const { rows } = await sql<Named>`select id, name from organization where id = any(${orgIds}::text[])`.execute(db)
    for (const row of rows) organizations.set(row.id, row)
  }
  if (keys.length > 0) {
    const { rows } = await sql<Named & { key: number }>`
      select key, id, name from project where key = any(${keys}::int[]) and removed is null`.execute(db)
    for (const { key, id, name } of rows) projects.set(key, { id, name })
  }
  return (binding) =>
    binding && {
      organization:
        binding.orgId === null ? null : (organizations.get(binding.orgId) ?? { id: binding.orgId, name: 'deleted' }),
      projects: binding.projectKeys.flatMap((key) => projects.get(key) ?? []),
    }
}
