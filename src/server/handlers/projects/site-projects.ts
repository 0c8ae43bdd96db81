import type { siteProjects } from '../../../contract/projects/site-projects.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import {
  grantsOfProject,
  listProjects,
  type SiteProject,
  sitePermitted,
  siteProject,
} from '../../store/projects/site-projects.ts'

const MOST_GRANTS = 1000

/** Handlers with which site admins find a project and see who may enter it. */
export const siteProjectHandlers = (): HandlersOf<typeof siteProjects> => ({
  'project.search': async ({ query }, { db }) => {
    const { projects, nextCursor } = await listProjects(db, query)
    return { meta: { more: nextCursor !== null, next_cursor: nextCursor }, results: projects.map(rowOf) }
  },

  'project.look-up': async ({ params }, { db }) => {
    const project = await siteProject(db, params.id)
    if (!project) return notFound('project')
    const grants = await grantsOfProject(db, project.key, MOST_GRANTS + 1)
    return {
      ...rowOf(project),
      grants: grants.slice(0, MOST_GRANTS).map((grant) => ({ ...grant, created: formatTime(grant.created) })),
      grants_truncated: grants.length > MOST_GRANTS,
      site: await sitePermitted(db),
    }
  },
})

const rowOf = ({ id, name, created, org_id, org_name, members, monitors }: SiteProject) => ({
  id,
  name,
  organization: org_id === null ? null : { id: org_id, name: org_name ?? '' },
  member_count: members,
  monitor_count: monitors,
  created: formatTime(created),
})
