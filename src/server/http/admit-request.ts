import type { Context as HonoContext } from 'hono'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { NO_SESSION_HEADER } from '../../contract/identity/sessions.ts'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import { type Admission, admit } from '../access/admit.ts'
import type { Identity } from '../access/bearer.ts'
import { identify } from '../access/identify.ts'
import { refuseOutsider, sitePermissionIn } from '../access/organizations.ts'
import type { Limits } from '../limits/limits.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { Bindings } from './answer.ts'
import { actorOf } from './audit.ts'
import { clientAddress } from './client-address.ts'
import { clientSignal } from './client-signal.ts'
import type { Context, Line, ProjectContext } from './context.ts'
import { recordSiteVisit } from './site-visit.ts'

export type AdmitOptions = {
  database: Database
  clock: () => number
  projectHeader: string
  identity: Identity
  limits: Limits
  sealing: SecretCipher
  /** The peers whose forwarded headers count. */
  trustProxy: readonly IpBlock[]
}

/** The part of a handler's context that is known before its transaction; project, level and actor where the endpoint is of a project. */
export type RequestContext = Omit<Context, 'db' | 'upload' | 'record' | 'tell' | 'afterCommit'> &
  Partial<Pick<ProjectContext, 'project' | 'level' | 'actor'>>

/** What programs ask without being anybody: whoever sends a token all the same is answered without the store, which may be away. */
const needsNobody = ({ access, for: audience }: AnyEndpoint): boolean =>
  access === 'public' && audience === 'automation'

/** Identifies the caller, counts the request against their limits, and checks their right to the endpoint. */
export const admitRequest = async (
  c: HonoContext<Bindings>,
  endpoint: AnyEndpoint,
  requestId: string,
  options: AdmitOptions,
): Promise<RequestContext | Refusal> => {
  const { database, identity, limits, clock } = options
  const now = clock()
  const { incoming, outgoing } = c.env
  const projectId = c.req.header(options.projectHeader)
  const claim = {
    authorization: needsNobody(endpoint) ? undefined : c.req.header('authorization'),
    projectId,
    isVisit: c.req.header(NO_SESSION_HEADER) === undefined,
    isTool: c.env.isTool === true,
  }
  const ip = clientAddress(incoming, options.trustProxy)
  const caller = await identify(database.db, identity, claim, now)
  if (caller instanceof Refusal) return limits.ofCaller(endpoint, null, ip) ?? caller
  const tooMany = limits.ofCaller(endpoint, caller, ip)
  if (tooMany) return tooMany
  const named = { header: options.projectHeader, projectId }
  const admission = admit(endpoint, caller, named)
  if (admission instanceof Refusal) return admission
  const org = c.req.param('org') ?? ''
  if (endpoint.access === 'organization') {
    const outside = await refuseOutsider(database.db, caller, org, endpoint.effect, now)
    if (outside) return outside
  }
  const tooOften =
    limits.ofDeed(endpoint, { caller, ip, project: admission?.project ?? null }) ??
    (await limits.ofChange(endpoint, caller, { db: database.db, now }))
  if (tooOften) return tooOften

  const actsAs =
    endpoint.access === 'organization' ? await sitePermissionIn(database.db, caller, org) : (admission?.as ?? null)
  const userAgent = c.req.header('user-agent') ?? null
  if (admission?.as) {
    const visit = { db: database.db, caller, actsAs: admission.as, now, ip, userAgent, requestId }
    await recordSiteVisit(options.sealing, visit, admission.project)
  }

  const admitAgain = async (): Promise<Admission | Refusal> => {
    const again = await identify(database.db, identity, { ...claim, isVisit: false }, clock())
    return again instanceof Refusal ? again : admit(endpoint, again, named)
  }
  const line: Line = {
    lastEventId: c.req.header('last-event-id'),
    isStillAdmitted: async () => {
      const still = await admitAgain()
      return !(still instanceof Refusal) && still?.level === admission?.level
    },
    hangUp: () => incoming.destroy(),
  }
  return {
    caller,
    now,
    ip,
    exchange: { request: incoming, response: outgoing },
    userAgent,
    requestId,
    signal: clientSignal(outgoing),
    line,
    ...(actsAs && { actsAs }),
    ...(admission && {
      project: admission.project,
      level: admission.level,
      actor: actorOf(caller).id ?? 'system',
    }),
  }
}
