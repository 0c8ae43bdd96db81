import { type Problem, problem } from '../core/problem.ts'

export type IdentityProviderDraft = {
  readonly name?: string | undefined
  readonly issuer?: string | undefined
  readonly client_id?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly domains?: readonly string[] | undefined
}

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Hosts of this machine, to which plain http is allowed. */
const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
  return isSafe && search === '' && hash === '' && username === ''
}

const needed = (field: 'name' | 'client_id', value: string | undefined): Problem[] =>
  value !== undefined && value.trim() === '' ? [problem(field, 'required', 'must not be empty.')] : []

/** Rule violations of an OpenID provider, or of a change to one. */
export const identityProviderProblems = (draft: IdentityProviderDraft): Problem[] => {
  const problems = [...needed('name', draft.name), ...needed('client_id', draft.client_id)]
  if (draft.issuer !== undefined && !isIssuer(draft.issuer))
    problems.push(
      problem(
        'issuer',
        'invalid',
        'must be the issuer’s https URL, such as https://login.example.com, without a query.',
      ),
    )
  if (draft.scopes !== undefined && !draft.scopes.includes('openid'))
    problems.push(problem('scopes', 'required', 'must include openid.'))
  for (const scope of draft.scopes ?? [])
    if (!SCOPE.test(scope)) problems.push(problem('scopes', 'invalid', `must not include “${scope}”: it is no scope.`))
  for (const domain of draft.domains ?? [])
    if (!DOMAIN.test(domain))
      problems.push(
        problem('domains', 'invalid', `must be domains such as example.com, without @, but “${domain}” is not one.`),
      )
  return problems
}

/** Whether an email address is at one of the domains; subdomains are others. */
export const isAtDomain = (email: string, domains: readonly string[]): boolean => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((each) => each.toLowerCase() === domain)
}
