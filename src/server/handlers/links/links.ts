import { type RawBuilder, sql } from 'kysely'
import type { links } from '../../../contract/links/links.ts'
import type { Caller } from '../../access/caller.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import { mayEnter } from '../../store/core/entry.ts'
import { projectOfObject } from '../../store/links/project-of-object.ts'

/** Handler that finds the project of a link. */
export const linkHandlers = (): HandlersOf<typeof links> => ({
  'link.resolve': async ({ params }, { db, caller }) => {
    const project_id = await projectOfObject(db, mayEnterOf(caller), params.id)
    return project_id === null
      ? new Refusal(404, 'not_found', 'There is nothing with this id that you may see.')
      : { project_id }
  },
})

/** Whether a caller may enter project `p`. */
const mayEnterOf = (caller: Caller): RawBuilder<boolean> => {
  if (caller.kind === 'account') return mayEnter(caller.accountId, caller.sitePermission !== null)
  if (caller.kind === 'service') return mayEnter(caller.accountId, false)
  return caller.kind === 'api_key' ? sql<boolean>`p.key = ${caller.project.key}` : sql<boolean>`false`
}
