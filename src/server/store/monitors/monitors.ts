import type { conditionSet } from '../../../contract/conditions/conditions.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { Draft } from '../../../contract/core/resource.ts'
import { type CallRules, NEW_RULES } from '../../../contract/monitors/call-rules.ts'
import { type monitors as monitorResource, TIMEOUT_SECONDS } from '../../../contract/monitors/monitors.ts'
import { NEW_NUMERIC_TEXTS } from '../../../domain/conditions/comparison.ts'
import { hasPlaceholder } from '../../../domain/core/placeholders.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { encodingProblem, withOneBody } from '../../../domain/monitors/body-rules.ts'
import type { BrowserSettings } from '../../../domain/monitors/browser-assertions.ts'
import { joinedUrl } from '../../../domain/monitors/joined-url.ts'
import { methodOf } from '../../../domain/monitors/methods.ts'
import { NOT_SHARED, type Sharing } from '../../../domain/monitors/sharing.ts'
import { isSecretName } from '../../../domain/secrets/masking.ts'
import { asOrigin, missingOriginsProblem, secretOrigins } from '../../../domain/secrets/secret-origins.ts'
import { objectsOf } from '../core/objects.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'
import { maskPairs, type Pair, type StoredPair, sealPairs } from '../secrets/secret-pairs.ts'
import { maskParts, type StoredPart, sealParts } from './body-parts.ts'

export type MonitorDraft = Draft<typeof monitorResource>
export type ConditionSet = Shape<typeof conditionSet>

/** A stored monitor. */
export type MonitorDoc = {
  readonly meta: { description: string | null; tags: string[]; workspace: string }
  readonly request: {
    method: string
    url: string
    parameters: StoredPair[]
    headers: StoredPair[]
    /** Values of the request's placeholders. Absent, like the list below, in documents from before 0.4. */
    variables?: StoredPair[]
    /** Origins besides the URL's that secrets may be sent to. */
    allowed_origins?: string[]
    body: string | null
    /** The auth setting and its token that the call uses; absent in documents from before 0.4. */
    auth_id?: string | null
    token_id?: string | null
    /** Absent, like the two below, in documents from before 0.5: text, none, none. */
    body_encoding?: 'text' | 'base64'
    parts?: StoredPart[]
    file_id?: string | null
    follow_redirects: boolean
    /** Absent, like the one below, in documents from before 0.6: those of `OLDER_RULES`. */
    redirect_method?: CallRules['redirect_method']
    unset_variables?: CallRules['unset_variables']
    verify_tls: boolean
    /** Absent, like the one below, in documents from before 0.6: none. */
    connect_to?: string | null
    tls_name?: string | null
    timeout_seconds: number
  }
  /** Only of browser tests: everything but the address, the variables and their origins, which are in the request. */
  readonly setup?: BrowserSettings
  readonly conditions: ConditionSet
  /** Absent in documents from before sharing, which share nothing. */
  readonly access?: Sharing
  /** The sample monitor that it was created from, even if edited since. */
  readonly sample?: string
}

export const monitors = objectsOf<MonitorDoc>('monitor')

/** Default values of a monitor. */
export const newMonitor: MonitorDoc = {
  meta: { description: null, tags: [], workspace: 'global' },
  request: {
    method: 'GET',
    url: '',
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    ...NEW_RULES,
    verify_tls: true,
    timeout_seconds: TIMEOUT_SECONDS.usual,
  },
  conditions: { meta: { break_on_fail: false, numeric_texts: NEW_NUMERIC_TEXTS }, conditions: [] },
}

export type MonitorChange = {
  meta?: Partial<MonitorDraft['meta']>
  request?: Partial<MonitorDraft['request']>
  access?: Partial<Sharing>
}

/** Merges `change` into `before`; encrypts secrets and binds them to the request's new origins. */
export const changeMonitor = (
  before: MonitorDoc,
  change: MonitorChange,
  sealing: SecretCipher,
): { doc: MonitorDoc; problems: Problem[] } => {
  const { name: _, ...meta } = change.meta ?? {}
  const request = change.request ? changeRequest(before.request, withTextUrl(change.request), sealing) : null
  return {
    doc: {
      ...before,
      meta: { ...before.meta, ...meta },
      request: request?.request ?? before.request,
      ...(change.access && { access: { ...NOT_SHARED, ...before.access, ...change.access } }),
    },
    problems: request?.problems ?? [],
  }
}

type RequestChange = Omit<NonNullable<MonitorChange['request']>, 'url'> & { url?: string }

const withTextUrl = ({ url, ...request }: NonNullable<MonitorChange['request']>): RequestChange => ({
  ...request,
  ...(url !== undefined && { url: joinedUrl(url) }),
})

const PAIRS = ['parameters', 'headers', 'variables'] as const

/** Fields that can add a secret or send it elsewhere; changes of other fields need no check of origins. */
const DIRECTS: readonly string[] = [...PAIRS, 'parts', 'url', 'allowed_origins']

const changeRequest = (
  before: MonitorDoc['request'],
  change: RequestChange,
  sealing: SecretCipher,
): { request: MonitorDoc['request']; problems: Problem[] } => {
  const asked = withOneBody({ ...change, ...parametersOutOfUrl(change, before) })
  // Spaces around a URL are removed.
  const allowed = asked.allowed_origins?.map((text) => asOrigin(text) ?? text) ?? before.allowed_origins ?? []
  const addressed = {
    url: asked.url ?? before.url,
    headers: asked.headers ?? before.headers,
    allowed_origins: [...new Set(allowed)],
    connect_to: asked.connect_to === undefined ? before.connect_to : asked.connect_to?.trim() || null,
    tls_name: asked.tls_name === undefined ? before.tls_name : asked.tls_name?.trim() || null,
  }
  const binding = { bound: secretOrigins(before), wanted: secretOrigins(addressed) }
  const problems: Problem[] = []
  const stored = (list: (typeof PAIRS)[number]): StoredPair[] => {
    const known = before[list] ?? []
    const sealed = sealPairs(asked[list] ?? maskPairs(known), known, { ...binding, sealing, field: `request.${list}` })
    for (const problem of sealed.problems) problems.push(problem)
    return sealed.stored
  }
  const known = before.parts ?? []
  const parts = sealParts(asked.parts ?? maskParts(known), known, { ...binding, sealing, field: 'request.parts' })
  for (const problem of parts.problems) problems.push(problem)
  const request: MonitorDoc['request'] = {
    ...before,
    ...asked,
    method: methodOf(asked.method ?? before.method) ?? before.method,
    parameters: stored('parameters'),
    headers: stored('headers'),
    variables: stored('variables'),
    parts: parts.stored,
    allowed_origins: addressed.allowed_origins,
    connect_to: addressed.connect_to ?? null,
    tls_name: addressed.tls_name ?? null,
  }
  // Where a change names both, its own rules have checked them already.
  const encoding = 'body' in change === 'body_encoding' in change ? null : encodingProblem({ ...request, parts: [] })
  if (encoding) problems.push(encoding)
  const secrets = [
    ...PAIRS.flatMap((list) => request[list] ?? []).flatMap(({ key, value }) => (isSealed(value) ? key : [])),
    ...parts.stored.flatMap(({ name, value }) => (value != null && isSealed(value) ? name : [])),
  ]
  const missing = missingOriginsProblem(addressed, secrets, 'request.allowed_origins')
  if (missing && DIRECTS.some((field) => field in change)) problems.push(missing)
  return { request, problems }
}

/**
 * Moves secrets from the URL's query string to the parameters, where they are encrypted and masked. They take the place of those that are
 * stored under their names, unless the change says all parameters itself.
 */
const parametersOutOfUrl = (
  request: RequestChange,
  before: MonitorDoc['request'],
): { url: string; parameters: readonly Pair[] } | undefined => {
  const mark = request.url?.indexOf('?') ?? -1
  if (!request.url || mark < 0) return undefined
  const [query = '', ...hash] = request.url.slice(mark + 1).split('#')
  const parts = query.split('&')
  const secret = parts.filter((part) => isSecretName(decoded(part.split('=')[0] ?? '')))
  if (secret.length === 0) return undefined
  const rest = parts.filter((part) => !secret.includes(part)).join('&')
  const moved = secret.map((part) => ({
    key: decoded(part.split('=')[0] ?? ''),
    value: decoded(part.split('=').slice(1).join('=')),
  }))
  const stored = maskPairs(before.parameters).filter(({ key }) => !moved.some((each) => each.key === key))
  return {
    url: request.url.slice(0, mark) + (rest && `?${rest}`) + (hash.length > 0 ? `#${hash.join('#')}` : ''),
    parameters: [...(request.parameters ?? stored), ...moved],
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

/** Returns the called host for display; null if a variable decides it. */
export const domainOf = (url: string): string | null => {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
  if (authority === '' || hasPlaceholder(authority)) return null
  return authority.replace(/^.*@/, '').toLowerCase()
}
