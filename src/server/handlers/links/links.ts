import type { links } from '../../../contract/links/links.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import { projectOfObject } from '../../store/links/project-of-object.ts'

/** Handler that finds the project of a link. */
export const linkHandlers = (): HandlersOf<typeof links> => ({
  'link.resolve': async ({ params }, { db, caller }) => {
    const project_id = await projectOfObject(db, caller, params.id)
    return project_id === null
      ? new Refusal(404, 'not_found', 'There is nothing with this id that you may see.')
      : { project_id }
  },
})
