import type { AnyEndpoint, ProjectRight } from '../../contract/endpoint.ts'
import { holds, type Level } from '../../domain/access.ts'
import { forbidden, Refusal } from '../refusal.ts'
import type { Caller, Project } from './caller.ts'

export type Admission = { readonly project: Project; readonly level: Level } | null

/**
 * May they? Answers the project and level within which the request goes on, null where it needs none, or the refusal.
 * `projectHeader` is the project that the request names, if any.
 */
export const admit = (
  endpoint: AnyEndpoint,
  caller: Caller,
  projectHeader: string | undefined,
): Admission | Refusal => {
  if (endpoint.access === 'public') return null
  if (caller.kind === 'anonymous')
    return new Refusal(401, 'unauthenticated', 'This needs a bearer token: an API key in the Authorization header.')
  if (endpoint.access === 'agent') return caller.kind === 'agent' ? null : forbidden('Only agents may call this.')
  if (caller.kind === 'agent') return forbidden('An agent key opens only the agent protocol.')
  if (projectHeader && projectHeader !== caller.project.id)
    return new Refusal(
      403,
      'no_project_access',
      'This API key belongs to another project than the one the request names.',
    )
  if (endpoint.access === 'account') return null
  return holds(caller.level, endpoint.access)
    ? { project: caller.project, level: caller.level }
    : forbidden(`This needs the right to ${deed[endpoint.access]}; the level ${caller.level} does not have it.`)
}

const deed: Record<ProjectRight, string> = {
  see: 'see the project',
  inspect: 'see the evidence of results',
  run: 'run monitors',
  edit: 'edit the project’s objects',
  manage: 'manage the project',
  own: 'own the project',
}
