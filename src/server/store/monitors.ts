import type { conditionSet } from '../../contract/conditions.ts'
import type { Shape } from '../../contract/endpoint.ts'
import type { monitors as monitorResource } from '../../contract/monitors.ts'
import type { Draft } from '../../contract/resource.ts'
import { isSecretName, MASK } from '../../domain/masking.ts'
import { TIMEOUT_SECONDS } from '../../domain/monitor-rules.ts'
import { hasPlaceholder } from '../../domain/placeholders.ts'
import type { Problem } from '../../domain/problem.ts'
import { objectsOf } from './objects.ts'
import type { Sealing } from './sealing.ts'
import { type Pair, type StoredPair, sealPairs } from './secret-pairs.ts'

export type MonitorDraft = Draft<typeof monitorResource>
export type ConditionSet = Shape<typeof conditionSet>

/** A monitor at rest. */
export type MonitorDoc = {
  readonly meta: { description: string | null; tags: string[]; workspace: string }
  readonly request: {
    method: string
    url: string
    parameters: StoredPair[]
    headers: StoredPair[]
    body: string | null
    follow_redirects: boolean
    verify_tls: boolean
    timeout_seconds: number
  }
  readonly conditions: ConditionSet
  /** Which of the sample monitors it came from, whatever became of it since. */
  readonly sample?: string
}

export const monitors = objectsOf<MonitorDoc>('monitor')

/** What a monitor is where nobody says otherwise. */
export const newMonitor: MonitorDoc = {
  meta: { description: null, tags: [], workspace: 'global' },
  request: {
    method: 'GET',
    url: '',
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    verify_tls: true,
    timeout_seconds: TIMEOUT_SECONDS.usual,
  },
  conditions: { meta: { break_on_fail: false }, conditions: [] },
}

export type MonitorChange = { meta?: Partial<MonitorDraft['meta']>; request?: Partial<MonitorDraft['request']> }

/** `before` with the fields of `change`; its secrets sealed. */
export const changeMonitor = (
  before: MonitorDoc,
  change: MonitorChange,
  sealing: Sealing,
): { doc: MonitorDoc; problems: Problem[] } => {
  const asked = { ...change.request, ...parametersOutOfUrl(change.request, before) }
  const parameters =
    asked.parameters && sealPairs(asked.parameters, before.request.parameters, sealing, 'request.parameters')
  const headers = asked.headers && sealPairs(asked.headers, before.request.headers, sealing, 'request.headers')
  const { name: _, ...meta } = change.meta ?? {}
  const doc: MonitorDoc = {
    ...before,
    meta: { ...before.meta, ...meta },
    request: {
      ...before.request,
      ...asked,
      method: (asked.method ?? before.request.method).toUpperCase(),
      parameters: parameters?.stored ?? before.request.parameters,
      headers: headers?.stored ?? before.request.headers,
    },
  }
  return { doc, problems: [...(parameters?.problems ?? []), ...(headers?.problems ?? [])] }
}

/** Secrets in the query string of an address become parameters, where they are encrypted and masked as headers are. */
const parametersOutOfUrl = (
  request: MonitorChange['request'],
  before: MonitorDoc,
): { url: string; parameters: readonly Pair[] } | undefined => {
  const mark = request?.url?.indexOf('?') ?? -1
  if (!request?.url || mark < 0) return undefined
  const [query = '', ...hash] = request.url.slice(mark + 1).split('#')
  const parts = query.split('&')
  const secret = parts.filter((part) => isSecretName(decoded(part.split('=')[0] ?? '')))
  if (secret.length === 0) return undefined
  const rest = parts.filter((part) => !secret.includes(part)).join('&')
  const moved = secret.map((part) => ({
    key: decoded(part.split('=')[0] ?? ''),
    value: decoded(part.split('=').slice(1).join('=')),
  }))
  const kept = request.parameters ?? before.request.parameters.map(({ key, value }) => ({ key, value: shown(value) }))
  return {
    url: request.url.slice(0, mark) + (rest && `?${rest}`) + (hash.length > 0 ? `#${hash.join('#')}` : ''),
    parameters: [...kept, ...moved],
  }
}
const shown = (value: StoredPair['value']): string => (typeof value === 'string' ? value : MASK)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

/** The host that is called, as people see it; null where a variable decides. */
export const domainOf = (url: string): string | null => {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
  if (authority === '' || hasPlaceholder(authority)) return null
  return authority.replace(/^.*@/, '').toLowerCase()
}
