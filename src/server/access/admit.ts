import type { AnyEndpoint, ProjectRight } from '../../contract/core/endpoint.ts'
import { holds } from '../../domain/core/access.ts'
import { forbidden, Refusal } from '../refusal.ts'
import { type Caller, connectionOf, type Entered, isUnconfirmed } from './caller.ts'

export type Admission = Entered | null

/** Name of the project header, and its value in this request. */
export type Named = { readonly header: string; readonly projectId: string | undefined }

/**
 * Decides whether the caller may call the endpoint. Returns the project and level for the request, null if it needs none, or the refusal.
 */
export const admit = (endpoint: AnyEndpoint, caller: Caller, named: Named): Admission | Refusal => {
  const narrowed = refusalOfConnection(endpoint, caller)
  if (narrowed) return narrowed
  const admission = admitByRight(endpoint, caller, named)
  return admission instanceof Refusal ? admission : (refusalOfUnconfirmed(endpoint, caller) ?? admission)
}

/** What a person does not let an application do, or nobody may let one do. */
const refusalOfConnection = (endpoint: AnyEndpoint, caller: Caller): Refusal | null => {
  const connection = connectionOf(caller)
  if (!connection) return null
  // Reading one would be enough to come in.
  if (endpoint.wayIn)
    return forbidden(
      'Only a person who is signed in may do this: a connected application sees and changes no sign-ins, keys, rights and invitations.',
    )
  if (endpoint.effect === 'read') return null
  if (!connection.writes)
    return forbidden(`${connection.client} was connected for reading only. Connect it again to let it change things.`)
  return caller.kind === 'api_key' && endpoint.access === 'account'
    ? forbidden(`${connection.client} was connected to one project: it may not change anything outside of it.`)
    : null
}

/** Callers without a confirmed email address may not start runs, send messages or let others in: the address may be somebody else's. */
const refusalOfUnconfirmed = ({ reaches, letsIn }: AnyEndpoint, caller: Caller): Refusal | null =>
  (reaches || letsIn) && isUnconfirmed(caller)
    ? new Refusal(
        403,
        'address_unconfirmed',
        `Confirm your email address first: open the link that was mailed to ${caller.unconfirmed}. You can send it again from your profile page. If no mail arrives, ask an administrator of this installation.`,
      )
    : null

const admitByRight = (endpoint: AnyEndpoint, caller: Caller, named: Named): Admission | Refusal => {
  const { access } = endpoint
  if (access === 'public') return null
  if (caller.kind === 'anonymous')
    return new Refusal(
      401,
      'unauthenticated',
      'This requires a bearer token in the Authorization header: an access token or an API key.',
    )
  if (access === 'agent') return caller.kind === 'agent' ? null : forbidden('Only agents may call this endpoint.')
  if (caller.kind === 'agent') return forbidden('An agent key is valid only for the agent protocol.')
  if (access === 'site')
    return caller.kind === 'account' && caller.sitePermission === 'site_admin'
      ? null
      : forbidden('Only site admins may do this.')
  // Which organization it is, and whether the caller administers it, is read from the store afterwards.
  if (access === 'organization') return null
  if (access === 'account') return caller.kind === 'api_key' ? refusalOfKey(caller, named) : null
  const entered = caller.kind === 'api_key' ? (refusalOfKey(caller, named) ?? caller) : enteredBy(caller, named)
  if (entered instanceof Refusal) return entered
  const { level } = entered
  return holds(level, access) ? entered : forbidden(`The level ${level} may not ${action[access]}.`)
}

const refusalOfKey = (key: Extract<Caller, { kind: 'api_key' }>, { projectId }: Named): Refusal | null =>
  projectId && projectId !== key.project.id
    ? noAccess('This API key belongs to another project than the one in the request.')
    : null

const enteredBy = (
  caller: Extract<Caller, { kind: 'account' | 'service' }>,
  { projectId, header }: Named,
): Entered | Refusal => {
  if (!projectId)
    return new Refusal(400, 'no_project', `This requires a project: set the header ${header} to a project id.`)
  const unmet = caller.kind === 'account' ? caller.unmet : null
  return caller.entered ?? unmet ?? noAccess('This account has no access to a project with that id.')
}

const noAccess = (message: string): Refusal => new Refusal(403, 'no_project_access', message)

const action: Record<ProjectRight, string> = {
  see: 'see the project',
  inspect: 'see result details',
  run: 'run monitors',
  respond: 'acknowledge incidents',
  compose: 'write reports',
  publish: 'open reports and incidents to the public',
  edit: 'edit the project’s objects',
  govern: 'change objectives and incidents of the project',
  manage: 'manage the project',
  own: 'act as an owner of the project',
}
