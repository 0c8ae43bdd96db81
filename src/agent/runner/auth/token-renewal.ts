import type { Job } from '../request.ts'
import type { AuthOf } from './auth-context.ts'

/** A token as the server knows it: its id, and when it was issued. */
export type Renewal = NonNullable<AuthOf<'bearer'>['renewal']>

/** A token that was obtained anew, and the origins that it may be sent to. */
export type NewToken = { readonly token: string; readonly issued: number | null; readonly origins: readonly string[] }

/** Where tokens that a service refuses are obtained anew. */
export type TokenSource = {
  /** Resolves with a token, or with the reason why there is no other, as the end of a sentence. Always resolves. */
  renew(refused: Renewal): Promise<NewToken | string>
  /** Tells that a token was refused although it had just been obtained anew. */
  tellRefused(refused: Renewal): void
}

/** A job with another token, of which nothing is reported either. */
const withToken = (job: Job, auth: AuthOf<'bearer'>, { token, issued }: NewToken): Job => ({
  ...job,
  auth: { ...auth, token, ...(auth.renewal && { renewal: { ...auth.renewal, issued } }) },
  secrets: [...job.secrets, token],
  variables: 'ACCESS_TOKEN' in job.variables ? { ...job.variables, ACCESS_TOKEN: token } : job.variables,
})

/** Whether a token may go wherever the job's may; its setting could have been changed since. */
const mayReplace = ({ secret_origins: origins = [] }: Job, { origins: allowed }: NewToken): boolean =>
  origins.every((origin) => allowed.includes(origin))

/** Why the token stays, or the job with a new one. */
type Renewed = { readonly job: Job | null; readonly message: string }

/**
 * Obtains the token of a job anew after a response with 401 to a call that carried it, once for each run. Null where that is not
 * possible. `isSecond`: it was already.
 */
export const renewedJob = async (job: Job, tokens: TokenSource, isSecond: boolean): Promise<Renewed | null> => {
  const { auth } = job
  if (auth?.type !== 'bearer' || !auth.renewal) return null
  if (isSecond) {
    tokens.tellRefused(auth.renewal)
    return { job: null, message: 'the service refused the new token too' }
  }
  const answer = await tokens.renew(auth.renewal)
  const renewed = typeof answer === 'string' || mayReplace(job, answer) ? answer : 'another may no longer be sent there'
  if (typeof renewed === 'string')
    return { job: null, message: `the service answered 401, and its token was not obtained anew: ${renewed}` }
  return {
    job: withToken(job, auth, renewed),
    message: 'the service answered 401: its token was obtained anew, and the call made again',
  }
}
