import type { AnyEndpoint, ProjectRight } from '../../contract/core/endpoint.ts'
import { holds, type Level } from '../../domain/core/access.ts'
import { forbidden, Refusal } from '../refusal.ts'
import type { Caller, Project } from './caller.ts'

export type Admission = { readonly project: Project; readonly level: Level } | null

/** The header that names a project, and what this request has there. */
export type Named = { readonly header: string; readonly projectId: string | undefined }

/** May they? Answers the project and level within which the request goes on, null where it needs none, or the refusal. */
export const admit = (endpoint: AnyEndpoint, caller: Caller, named: Named): Admission | Refusal => {
  const admission = admitByRight(endpoint, caller, named)
  return admission instanceof Refusal ? admission : (refusalOfUnconfirmed(endpoint, caller) ?? admission)
}

/** Whoever has not shown that an address is theirs makes no runs and writes to nobody. */
const refusalOfUnconfirmed = ({ reaches }: AnyEndpoint, caller: Caller): Refusal | null =>
  reaches && (caller.kind === 'account' || caller.kind === 'api_key') && caller.unconfirmed !== null
    ? new Refusal(
        403,
        'address_unconfirmed',
        `Confirm your address first: open the link that was mailed to ${caller.unconfirmed}. Your profile page sends it again; if no mail arrives, ask whoever administers this installation.`,
      )
    : null

const admitByRight = (endpoint: AnyEndpoint, caller: Caller, named: Named): Admission | Refusal => {
  const { access } = endpoint
  if (access === 'public') return null
  if (caller.kind === 'anonymous')
    return new Refusal(
      401,
      'unauthenticated',
      'This needs a bearer token in the Authorization header: an access token or an API key.',
    )
  if (access === 'agent') return caller.kind === 'agent' ? null : forbidden('Only agents may call this.')
  if (caller.kind === 'agent') return forbidden('An agent key opens only the agent protocol.')
  if (access === 'site')
    return caller.kind === 'account' && caller.sitePermission === 'site_admin'
      ? null
      : forbidden('This is for site admins.')
  if (access === 'account') return caller.kind === 'api_key' ? refusalOfKey(caller, named) : null
  const entered = caller.kind === 'api_key' ? (refusalOfKey(caller, named) ?? caller) : enteredBy(caller, named)
  if (entered instanceof Refusal) return entered
  const { project, level } = entered
  return holds(level, access)
    ? { project, level }
    : forbidden(`This needs the right to ${deed[access]}; the level ${level} does not have it.`)
}

const refusalOfKey = (key: Extract<Caller, { kind: 'api_key' }>, { projectId }: Named): Refusal | null =>
  projectId && projectId !== key.project.id
    ? noAccess('This API key belongs to another project than the one the request names.')
    : null

const enteredBy = (
  account: Extract<Caller, { kind: 'account' }>,
  { projectId, header }: Named,
): { project: Project; level: Level } | Refusal => {
  if (!projectId) return new Refusal(400, 'no_project', `This needs a project: name one in the header ${header}.`)
  return account.entered ?? noAccess('There is no project of that id which this account may enter.')
}

const noAccess = (message: string): Refusal => new Refusal(403, 'no_project_access', message)

const deed: Record<ProjectRight, string> = {
  see: 'see the project',
  inspect: 'see the evidence of results',
  run: 'run monitors',
  edit: 'edit the project’s objects',
  manage: 'manage the project',
  own: 'own the project',
}
