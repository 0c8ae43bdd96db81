import { isHeaderName, isHeaderValue } from '../../../domain/core/header-rules.ts'
import { substitutePlain } from '../../../domain/core/placeholders.ts'
import { unlistedOrigin } from '../../../domain/secrets/secret-origins.ts'
import { type CallFailure, setUpFailure } from '../call-failure.ts'
import type { Job, Request } from '../request.ts'
import { type AuthOf, type Moment, withHeader, withHeaders, withParameters } from './auth-context.ts'
import { applyAws } from './aws.ts'
import { applySignature } from './jws.ts'
import { applyOAuth1 } from './oauth1.ts'

/** Whether a request may carry the job's credentials: it goes to an allowed origin, by its URL, its Host header and where it connects. */
export const mayCarryAuth = ({ secret_origins: allowed = [] }: Job, { url, headers, detour }: Request): boolean =>
  unlistedOrigin(url, headers, allowed, detour) === null

const applyManual = (request: Request, auth: AuthOf<'manual'>, job: Job): Request => {
  const { secret_variables: secret = [], secret_fields: sent = [] } = job
  // A secret that the run does not declare as sent is not bound to the address, so no template may add it.
  const undeclared = new Set(secret.filter((name) => !sent.includes(name)))
  const known = Object.fromEntries(Object.entries(job.variables).filter(([name]) => !undeclared.has(name)))
  const fill = (text: string) => substitutePlain(text, { ...known, ...auth.values })
  const filled = (pairs: AuthOf<'manual'>['headers']) =>
    pairs.map(({ key, value }) => ({ key: fill(key), value: fill(value) }))
  return withParameters(withHeaders(request, filled(auth.headers)), filled(auth.parameters))
}

const applyBearer = async (request: Request, auth: AuthOf<'bearer'>): Promise<Request> => {
  const { token, scheme, parameter, signature } = auth
  const carrying =
    parameter === null
      ? withHeader(request, { key: 'Authorization', value: `${scheme} ${token}` })
      : withParameters(request, [{ key: parameter, value: token }])
  return signature === null ? carrying : applySignature(carrying, signature)
}

const applied = async (request: Request, job: Job, moment: Moment): Promise<Request> => {
  const { auth } = job
  switch (auth?.type) {
    case 'basic': {
      const credentials = Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
      return withHeader(request, { key: 'Authorization', value: `Basic ${credentials}` })
    }
    case 'manual':
      return applyManual(request, auth, job)
    case 'bearer':
      return applyBearer(request, auth)
    case 'oauth1':
      return applyOAuth1(request, auth, moment)
    case 'aws':
      return applyAws(request, auth, moment)
    default:
      return request
  }
}

/**
 * The request of a hop with the job's credentials. It is made for each hop anew, since signatures cover the address; a redirect to an
 * origin that is not allowed gets none.
 */
export const applyAuth = async (request: Request, job: Job, moment: Moment): Promise<Request | CallFailure> => {
  if (!job.auth || !mayCarryAuth(job, request)) return request
  try {
    const made = await applied(request, job, moment)
    const wrong = made.headers.find(({ key, value }) => !isHeaderName(key) || !isHeaderValue(value))
    // Not quoted, because it may be a secret.
    return wrong ? setUpFailure('a header of the auth setting is not valid: its name or value cannot be sent') : made
  } catch {
    return setUpFailure('the request could not be signed: the key of the auth setting does not fit its algorithm')
  }
}
