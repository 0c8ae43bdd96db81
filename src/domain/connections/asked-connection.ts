import { type Problem, problem } from '../core/problem.ts'

/** The request of an application, as the person's page gets it. */
export type AskedConnection = {
  readonly client_id: string
  readonly redirect_uri: string
  readonly response_type: string
  readonly code_challenge: string
  readonly code_challenge_method: string
  readonly resource?: string
  readonly scope?: string
  readonly state?: string
}

/** A S256 challenge: 32 bytes in base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** The scopes of a connection. */
export const SCOPES = ['read', 'write'] as const

/** The scopes that a connection has. */
export const scopesOf = (writes: boolean): string => (writes ? 'read write' : 'read')

/** Whether an application asks to change things. One that names no scope leaves it to the person. */
export const asksToWrite = (scope: string | undefined): boolean =>
  scope === undefined || scope.trim() === '' || scope.split(' ').includes('write')

/** Whether a resource indicator (RFC 8707) names the endpoint that connections are for; an absent one does. */
export const isOurResource = (resource: string | undefined, ours: string): boolean =>
  resource === undefined || resource === ours || resource === `${ours}/`

/** Field errors of a request. `redirectUris` are those that its application registered, null where no application has the id. */
export const askedProblems = (
  asked: AskedConnection,
  { redirectUris, resource }: { redirectUris: readonly string[] | null; resource: string },
): readonly Problem[] => {
  if (redirectUris === null)
    return [
      problem(
        'client_id',
        'unknown',
        'names no application that is registered here: connect it again from the application.',
      ),
    ]
  // Nothing else is said before it is known where the answer would go.
  if (!redirectUris.includes(asked.redirect_uri))
    return [problem('redirect_uri', 'forbidden', 'is not one that the application registered.')]
  const problems: Problem[] = []
  if (asked.response_type !== 'code') problems.push(problem('response_type', 'invalid', 'must be code.'))
  if (asked.code_challenge_method !== 'S256')
    problems.push(problem('code_challenge_method', 'invalid', 'must be S256: the application must use PKCE.'))
  if (!CHALLENGE.test(asked.code_challenge))
    problems.push(problem('code_challenge', 'invalid', 'must be a SHA-256 hash in base64url, of 43 characters.'))
  if (!isOurResource(asked.resource, resource))
    problems.push(problem('resource', 'forbidden', `must be ${resource}: this server grants access to nothing else.`))
  return problems
}
