import { ALERT_CATEGORIES } from '../../contract/alerts/webhooks.ts'
import { isEmailAddress } from '../core/email-address.ts'
import { isHeaderName } from '../core/header-rules.ts'
import { plainIn } from '../core/placeholders.ts'
import { type Problem, type ProblemCode, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { hasUserInfo, isWebAddress } from '../core/web-address.ts'
import { MASK } from '../secrets/masking.ts'
import { MAX_SILENT_PERIODS, SILENT_PERIODS } from '../silence/silence.ts'
import { isTemplateVariable } from './alert-message.ts'
import { type AlertPolicyDraft, policyProblems } from './alert-policy.ts'
import { readTemplate } from './alert-template.ts'
import { SIGNAL_LIMIT_NAMES, SIGNAL_LIMITS } from './signal.ts'
import { isSigningSecret } from './signing-secret.ts'
import type { WebhookParameter } from './webhook-parameter.ts'
import type { WebhookTypeId } from './webhook-type.ts'
import { addressesIn, OFFERED_TYPE_IDS, WEBHOOK_TYPES, webhookTypeOf } from './webhook-types.ts'

type Parameters = { readonly [name: string]: unknown }

/** An alert to create, or the fields of one to change. */
export type WebhookDraft = {
  readonly name?: string
  readonly web_hook_type?: string
  readonly enabled?: boolean
  readonly alerts?: readonly string[]
  readonly parameters?: Parameters
  readonly policy?: AlertPolicyDraft
  readonly include_tags?: readonly string[]
  readonly exclude_tags?: readonly string[]
}

/** The existing alert as stored or shown, its secrets encrypted or masked. */
export type WebhookBefore = { readonly web_hook_type: string; readonly parameters: Parameters }

/** Default values of an alert. */
export const WEBHOOK_DEFAULTS = { name: 'Unnamed Webhook', web_hook_type: 'webhook', alerts: ['FAIL'] } as const

/** Categories that an alert can cover. */
const MAX_ADDRESSES = 20
/** Servers close the connection over more, and no known endpoint needs five. */
const MAX_HEADERS = 50

type Report = (code: ProblemCode, message: string) => void

const alertsProblems = (alerts: readonly string[]): Problem[] => {
  const field = 'alerts'
  const names = ALERT_CATEGORIES.join(', ')
  if (alerts.length === 0) return [problem(field, 'required', `must hold at least one of ${names}.`)]
  if (!alerts.every((alert) => ALERT_CATEGORIES.some((category) => category === alert)))
    return [problem(field, 'unknown', `must hold only ${names}.`)]
  if (new Set(alerts).size < alerts.length) return [problem(field, 'duplicate', 'must name each category once.')]
  return []
}

const urlProblem = (url: string, report: Report): void => {
  if (!isWebAddress(url)) report('invalid', 'must be a full http or https URL')
  else if (hasUserInfo(url)) report('forbidden', 'must not contain a user name or password')
}

const emailsProblem = (list: string, report: Report): void => {
  const addresses = addressesIn(list)
  const wrong = addresses.find((one) => !isEmailAddress(one))
  if (wrong !== undefined || addresses.length === 0)
    report('invalid', `must be email addresses separated by commas${wrong ? `; ${wrong} is not one` : ''}`)
  else if (addresses.length > MAX_ADDRESSES) report('length', `must have at most ${MAX_ADDRESSES} addresses`)
}

/** E.164: a plus sign, the country's prefix, and at most 15 digits. Spaces, dots, hyphens and brackets are for people. */
const isPhoneNumber = (number: string): boolean =>
  /^[+\d][\d ().-]*$/.test(number) && /^\+[1-9]\d{6,14}$/.test(number.replace(/[^+\d]/g, ''))

const phonesProblem = (list: string, report: Report): void => {
  const numbers = addressesIn(list)
  const wrong = numbers.find((one) => !isPhoneNumber(one))
  if (wrong !== undefined || numbers.length === 0)
    report(
      'invalid',
      `must be numbers with their country’s prefix, such as +4915112345678, separated by commas${wrong ? `; ${wrong} is not one` : ''}`,
    )
  else if (numbers.length > MAX_ADDRESSES) report('length', `must have at most ${MAX_ADDRESSES} numbers`)
}

const formatProblem = ({ format }: WebhookParameter, value: string, report: Report): void => {
  if (!format || plainIn(value).length > 0) return
  const { pattern, range, says } = format
  const number = Number(value)
  if (!pattern.test(value.trim())) report('invalid', says)
  else if (range && (number < range[0] || number > range[1])) report('range', says)
}

const templateProblem = (source: string, report: Report): void => {
  for (const says of readTemplate(source, isTemplateVariable).problems) report('invalid', says)
}

/** Parses headers, one per line, as `Name: value` or `NAME=value`; null if a line is not a header. */
export const headerLines = (text: string): { key: string; value: string }[] | null => {
  const pairs = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(headerOf)
  const found = pairs.flatMap((pair) => pair ?? [])
  return found.length === pairs.length ? found : null
}

const headerOf = (line: string): { key: string; value: string } | null => {
  const mark = line.search(/[:=]/)
  const [key, value] = [line.slice(0, Math.max(0, mark)).trim(), line.slice(mark + 1).trim()]
  return isHeaderName(key) && /^[\t\x20-\x7e]*$/.test(value) ? { key, value } : null
}

const headersProblem = (text: string, report: Report): void => {
  const headers = headerLines(text)
  if (!headers) report('invalid', 'must be headers, one per line, such as api-key: abc')
  else if (headers.length > MAX_HEADERS) report('length', `must have at most ${MAX_HEADERS} headers`)
}

/** Why a value cannot be that of a parameter of an alert, as the end of a sentence; null where it can. */
export const parameterProblem = (parameter: WebhookParameter, value: string): string | null => {
  const found: string[] = []
  valueProblem(parameter, value, (_, message) => found.push(message))
  return found[0] ?? null
}

/** Checks one parameter; `value` is never empty. */
const valueProblem = (parameter: WebhookParameter, value: string, report: Report): void => {
  const { kind, name, choices } = parameter
  if (kind === 'url') urlProblem(value, report)
  else if (kind === 'emails') emailsProblem(value, report)
  else if (kind === 'phones') phonesProblem(value, report)
  else if (kind === 'template') {
    templateProblem(value, report)
    if (name === 'subject_template' && /[\r\n]/.test(value)) report('invalid', 'must be a single line')
  } else if (kind === 'choice' && !choices?.some((choice) => choice.value === value))
    report('unknown', `must be one of ${choices?.map((choice) => choice.value).join(', ')}`)
  else if (kind === 'headers') headersProblem(value, report)
  // A control character could end a header or a URL early.
  else if ((kind === 'secret' || kind === 'text') && /\p{Cc}/u.test(value)) report('invalid', 'must be a single line')
  else formatProblem(parameter, value, report)
  if (name === 'secret' && !isSigningSecret(value))
    report('invalid', 'must be whsec_ and the base64 of 24 to 64 random bytes, or absent to have one generated')
  // RFC 7617: the first colon ends the user name.
  if (name === 'username' && value.includes(':')) report('invalid', 'must not contain a colon')
}

const failsProblems = (fails: unknown): Problem[] =>
  fails === undefined || /^\d{1,6}$/.test(String(fails).trim())
    ? []
    : [problem('parameters.fails_in_a_row', 'range', 'must be a whole number from 0 to 999999.')]

const periodsProblems = (periods: unknown): Problem[] => {
  if (periods === undefined) return []
  const count = /^\d{1,6}$/.test(String(periods).trim()) ? Number(periods) : Number.NaN
  if (count >= SILENT_PERIODS && count <= MAX_SILENT_PERIODS) return []
  const says = `must be a whole number from ${SILENT_PERIODS} to ${MAX_SILENT_PERIODS}.`
  return [problem('parameters.no_data_periods', 'range', says)]
}

const limitProblems = (parameters: Parameters): Problem[] =>
  SIGNAL_LIMIT_NAMES.flatMap((name) => {
    const given = parameters[name]
    if (given === undefined) return []
    const [least, most] = SIGNAL_LIMITS[name].range
    const limit = /^\d{1,6}$/.test(String(given).trim()) ? Number(given) : Number.NaN
    if (limit >= least && limit <= most) return []
    return [problem(`parameters.${name}`, 'range', `must be a whole number from ${least} to ${most}.`)]
  })

/** Whether a parameter is a secret that the host of the URL gets. A signing secret is never sent. */
const isSentAlong = ({ name, isSecret }: WebhookParameter): boolean => isSecret && name !== 'url' && name !== 'secret'

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')

const originOf = (url: unknown): string => (isWebAddress(String(url)) ? new URL(String(url)).origin : '')

/** Checks the parameters of a channel, including those kept from `before`. */
const parameterProblems = (id: ReturnType<typeof webhookTypeOf>, given: Parameters, kept: Parameters): Problem[] => {
  if (id === null) return []
  const type = WEBHOOK_TYPES[id]
  const problems: Problem[] = []
  const reportAt =
    (name: string): Report =>
    (code, says) =>
      problems.push(problem(`parameters.${name}`, code, `${says}.`))
  for (const parameter of type.parameters) {
    const value = given[parameter.name]
    if (parameter.isSecret && value === MASK) {
      if (!isGiven(kept[parameter.name]))
        reportAt(parameter.name)('invalid', 'must be the secret itself: the mask was sent, but no secret is stored')
    } else if (isGiven(value)) valueProblem(parameter, String(value), reportAt(parameter.name))
    else if (parameter.required && (value !== undefined || !isGiven(kept[parameter.name])))
      reportAt(parameter.name)('required', `must be given for ${type.title}`)
  }
  const own = new Set<string>([
    ...type.parameters.map(({ name }) => name),
    'fails_in_a_row',
    'no_data_periods',
    ...SIGNAL_LIMIT_NAMES,
  ])
  if (type.repeats !== null) own.add('repeat')
  for (const [name, value] of Object.entries(given))
    if (!own.has(name) && isGiven(value)) reportAt(name)('forbidden', `must be left out: ${type.title} does not use it`)
  const username = given.username === undefined ? kept.username : given.username
  // People who can write a secret cannot read it, so a stored secret is not sent to a host it was not entered for.
  if (isGiven(given.url) && isGiven(kept.url) && originOf(given.url) !== originOf(kept.url))
    for (const { name } of type.parameters.filter(isSentAlong))
      if (isGiven(kept[name]) && (given[name] === undefined || given[name] === MASK))
        reportAt(name)('required', 'must be entered again for another host')
  if (isGiven(given.password) && !isGiven(username)) reportAt('username')('required', 'must be given with a password')
  return problems
}

/** An alert of a service that has ended can be turned off and given another type, and nothing else. */
const endedProblems = (id: WebhookTypeId, draft: WebhookDraft, before: WebhookBefore | undefined): Problem[] => {
  const { title, ended } = WEBHOOK_TYPES[id]
  if (ended === undefined) return []
  const wasBefore = before !== undefined && webhookTypeOf(before.web_hook_type) === id
  const { enabled, web_hook_type: _, ...others } = draft
  if (wasBefore && enabled !== true && Object.values(others).every((value) => value === undefined)) return []
  const says = wasBefore ? `must be another type, or delete the alert` : 'must be another type'
  return [problem('web_hook_type', 'forbidden', `${says}: ${ended} ${title} gets no messages any more.`)]
}

/** Rule violations of a new alert, or of a change to `before`. Whether its URL may be reached is checked when it is used. */
export const webhookProblems = (draft: WebhookDraft, before?: WebhookBefore): Problem[] => {
  const { parameters, alerts } = draft
  const problems: Problem[] = []
  if (draft.name?.trim() === '') problems.push(problem('name', 'required', 'must not be empty.'))
  const id = webhookTypeOf(draft.web_hook_type ?? before?.web_hook_type ?? WEBHOOK_DEFAULTS.web_hook_type)
  if (id === null) problems.push(problem('web_hook_type', 'unknown', `must be one of ${OFFERED_TYPE_IDS.join(', ')}.`))
  else problems.push(...endedProblems(id, draft, before))
  if (problems.length > 0 && id !== null && WEBHOOK_TYPES[id].ended !== undefined) return problems
  if (alerts) problems.push(...alertsProblems(alerts))
  const isSameType = before !== undefined && id === webhookTypeOf(before.web_hook_type)
  if (parameters || (before && !isSameType))
    problems.push(...parameterProblems(id, parameters ?? {}, isSameType ? before.parameters : {}))
  problems.push(
    ...failsProblems(parameters?.fails_in_a_row),
    ...periodsProblems(parameters?.no_data_periods),
    ...limitProblems(parameters ?? {}),
    ...policyProblems(draft.policy),
  )
  for (const field of ['include_tags', 'exclude_tags'] as const)
    problems.push(...tagProblems(field, draft[field] ?? []))
  return problems
}
