import type { Shape } from '../../contract/core/endpoint.ts'
import type { Draft } from '../../contract/core/resource.ts'
import { type CallRules, NEW_RULES } from '../../contract/monitors/call-rules.ts'
import type { monitors } from '../../contract/monitors/monitors.ts'
import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { NEW_NUMERIC_TEXTS, type NumericTexts, numericTextsOf } from '../../domain/conditions/comparison.ts'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import { USUAL_CONDITIONS } from '../../domain/conditions/usual-conditions.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import type { RequestPart } from '../../domain/monitors/body-rules.ts'
import type { CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { settingsWithTags, tagsBesideSettings } from '../../domain/monitors/reserved-tags.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { type BodyMode, bodyModeOf, formBody, formPairs, type Pair } from './body-mode.ts'

type Monitor = CallMonitor
type MonitorDraft = Draft<typeof monitors>

/** A monitor as its form holds it: numbers and lists as text, the body in the shape that its mode edits. */
export type MonitorForm = {
  readonly meta: {
    readonly name: string
    readonly description: string
    readonly tags: string
    /** Tags that are settings without a field here; they are kept. */
    readonly reserved: readonly string[]
    readonly workspace: string
  }
  readonly request: {
    readonly method: string
    readonly url: string
    readonly parameters: readonly Pair[]
    readonly headers: readonly Pair[]
    readonly variables: readonly Pair[]
    /** Origins as they are typed, separated by commas. */
    readonly allowed_origins: string
    /** Ids of the auth setting and its token; empty for none. */
    readonly auth_id: string
    readonly token_id: string
    readonly bodyMode: BodyMode
    readonly body: string
    readonly fields: readonly Pair[]
    /** Parts of a multipart body; a part whose value is null is a file. */
    readonly parts: readonly RequestPart[]
    /** Id of the stored file that is the body; empty for none. */
    readonly fileId: string
    /** Base64 text of a binary body. */
    readonly binary: string
    readonly follow_redirects: boolean
    /** One of `REDIRECT_METHODS`. */
    readonly redirect_method: string
    /** One of `UNSET_VARIABLES`. */
    readonly unset_variables: string
    readonly verify_tls: boolean
    /** Host, or host:port, to connect to; and the name in TLS. Empty for none. */
    readonly connect_to: string
    readonly tls_name: string
    readonly timeout_seconds: string
  }
  readonly breakOnFail: boolean
  readonly numericTexts: NumericTexts
  /** Edited on the tab of conditions, and kept here. */
  readonly ignoreProject: boolean
  /** Id of the schedule that a new monitor is put on; empty for none, and for a stored monitor. */
  readonly schedule: string
  readonly conditions: readonly Shape<typeof import('../../contract/conditions/conditions.ts').condition>[]
}

/** A new monitor: it demands a response without an error. */
export const NEW_MONITOR: MonitorForm = {
  meta: { name: '', description: '', tags: '', reserved: [], workspace: 'global' },
  request: {
    method: 'GET',
    url: '',
    parameters: [],
    headers: [],
    variables: [],
    allowed_origins: '',
    auth_id: '',
    token_id: '',
    bodyMode: 'none',
    body: '',
    fields: [],
    parts: [],
    fileId: '',
    binary: '',
    follow_redirects: true,
    ...NEW_RULES,
    verify_tls: true,
    connect_to: '',
    tls_name: '',
    timeout_seconds: String(TIMEOUT_SECONDS.usual),
  },
  breakOnFail: false,
  numericTexts: NEW_NUMERIC_TEXTS,
  ignoreProject: false,
  schedule: '',
  conditions: USUAL_CONDITIONS,
}

/** A stored monitor and its conditions as a form. */
export const formOf = ({ meta, request }: Pick<Monitor, 'meta' | 'request'>, judged: ConditionSet): MonitorForm => {
  const bodyMode = storedModeOf(request)
  const settings = settingsShown(meta.tags, request)
  return {
    meta: {
      name: meta.name,
      description: meta.description ?? '',
      tags: listedOf(ownTags(meta.tags)),
      reserved: tagsBesideSettings(meta.tags),
      workspace: meta.workspace,
    },
    request: {
      method: request.method,
      url: request.url,
      parameters: request.parameters,
      headers: request.headers,
      variables: request.variables ?? [],
      allowed_origins: (request.allowed_origins ?? []).join(', '),
      auth_id: request.auth_id ?? '',
      token_id: request.token_id ?? '',
      bodyMode,
      body: bodyMode === 'binary' ? '' : (request.body ?? ''),
      parts: request.parts ?? [],
      fileId: request.file_id ?? '',
      binary: bodyMode === 'binary' ? (request.body ?? '') : '',
      fields: bodyMode === 'form' ? formPairs(request.body ?? '') : [],
      ...settings,
      redirect_method: request.redirect_method,
      unset_variables: request.unset_variables,
      verify_tls: request.verify_tls,
      connect_to: request.connect_to ?? '',
      tls_name: request.tls_name ?? '',
    },
    breakOnFail: judged.meta.break_on_fail ?? false,
    numericTexts: numericTextsOf(judged.meta, judged.conditions),
    ignoreProject: judged.meta.ignore_project_conditions ?? false,
    schedule: '',
    conditions: judged.conditions,
  }
}

/** The words and options of the field for the method after a redirect. */
export const REDIRECT_METHOD_FIELD = {
  label: 'Method after 301 and 302',
  part: 'redirects',
  hint: 'Of calls other than GET, HEAD and POST. 307 and 308 always repeat the call; 303, and a POST, become GET.',
  options: [
    { value: 'keep', label: 'The same, with the body (RFC 9110)' },
    { value: 'get', label: 'GET, without the body' },
  ],
} as const

/** The words of the fields for where a call connects. */
export const CONNECT_TO_FIELD = {
  label: 'Connect to',
  part: 'connection',
  optional: true,
  mono: true,
  placeholder: 'staging.example.com:8443',
  hint: 'One server instead of the host of the address, such as one behind a load balancer. Host header and certificate stay those of the address.',
} as const
export const TLS_NAME_FIELD = {
  label: 'TLS name',
  part: 'connection',
  optional: true,
  mono: true,
  placeholder: 'api.example.com',
  hint: 'The name asked for in the TLS handshake, which the certificate has to have, instead of the host of the address.',
} as const

/** The words and options of the field for variables without a value. */
export const UNSET_VARIABLES_FIELD = {
  label: 'A variable without a value',
  part: 'variables without a value',
  hint: 'In a body, only a name in braces counts, such as {{ name }}.',
  options: [
    { value: 'fail', label: 'Fails the run; nothing is sent' },
    { value: 'send', label: 'Is sent as it is written' },
  ],
} as const

/** Redirects and time-out as the form shows them: tags of older clients stand in the fields, and are gone once they are saved. */
export const settingsShown = (
  tags: readonly string[],
  request: Pick<Monitor['request'], 'follow_redirects' | 'timeout_seconds'>,
): { follow_redirects: boolean; timeout_seconds: string } => {
  const { follow_redirects, timeout_seconds } = settingsWithTags(tags, request)
  return { follow_redirects, timeout_seconds: String(Math.ceil(timeout_seconds)) }
}

/** Whether a pair has a name or a value; empty rows are not sent. */
export const isWritten = ({ key, value }: Pair): boolean => key !== '' || value !== ''

const written = (pairs: readonly Pair[]): Pair[] => pairs.filter(isWritten)

/** The origins in a text that lists them. */
export const originsIn = (text: string): string[] => text.split(/[\s,]+/).filter((origin) => origin !== '')

const storedModeOf = (request: Monitor['request']): BodyMode => {
  if (request.parts && request.parts.length > 0) return 'multipart'
  if (request.file_id) return 'file'
  if (request.body !== null && request.body_encoding === 'base64') return 'binary'
  return bodyModeOf(request.body, request.headers)
}

/** The text of the body that a form sends; null for none, and for one that is no text. */
export const bodyOf = ({ bodyMode, body, fields }: MonitorForm['request']): string | null => {
  if (bodyMode === 'form') return formBody(fields)
  return bodyMode === 'text' || bodyMode === 'json' || bodyMode === 'xml' ? body : null
}

/** Whether a part has a name, a text or a file; empty rows are not sent. */
export const isWrittenPart = ({ name, value, file_id, file_name }: RequestPart): boolean =>
  name !== '' || (value ?? '') !== '' || file_id != null || file_name != null

/** The body that the API is sent: one of its kinds, and nothing of the others. */
const bodyFieldsOf = (request: MonitorForm['request']) => {
  const { bodyMode, binary, parts, fileId } = request
  return {
    body: bodyMode === 'binary' ? binary.trim() : bodyOf(request),
    body_encoding: bodyMode === 'binary' ? ('base64' as const) : ('text' as const),
    parts: bodyMode === 'multipart' ? parts.filter(isWrittenPart) : [],
    file_id: bodyMode === 'file' && fileId !== '' ? fileId : null,
  }
}

/** The monitor that the API is sent. */
export const draftOf = ({ meta, request }: MonitorForm): MonitorDraft => ({
  meta: {
    name: meta.name.trim(),
    description: meta.description === '' ? null : meta.description,
    tags: [...membersOf(meta.tags), ...meta.reserved],
    workspace: meta.workspace.trim() === '' ? 'global' : meta.workspace.trim(),
  },
  request: {
    method: request.method.trim(),
    url: request.url.trim(),
    parameters: written(request.parameters),
    headers: written(request.headers),
    variables: written(request.variables),
    allowed_origins: originsIn(request.allowed_origins),
    auth_id: request.auth_id || null,
    token_id: request.token_id || null,
    ...bodyFieldsOf(request),
    follow_redirects: request.follow_redirects,
    // The form offers the values of the contract alone.
    redirect_method: request.redirect_method as CallRules['redirect_method'],
    unset_variables: request.unset_variables as CallRules['unset_variables'],
    verify_tls: request.verify_tls,
    connect_to: request.connect_to.trim() || null,
    tls_name: request.tls_name.trim() || null,
    timeout_seconds: Number(request.timeout_seconds),
  },
})

/** The conditions that the API is sent. */
export const conditionsOf = ({ breakOnFail, numericTexts, ignoreProject, conditions }: MonitorForm): ConditionSet => ({
  meta: {
    break_on_fail: breakOnFail,
    numeric_texts: numericTexts,
    ...(ignoreProject && { ignore_project_conditions: true }),
  },
  conditions: [...conditions],
})
