import type { Problem } from './problem.ts'
import { tagProblems } from './tag-rules.ts'
import { hasUserInfo, isWebAddress } from './web-address.ts'

/** A webhook as it is to be created, or the parts of one that are to change. */
export type WebhookDraft = {
  readonly name?: string
  readonly web_hook_type?: string
  readonly alerts?: readonly string[]
  readonly parameters?: {
    readonly url?: string
    readonly username?: string | null
    readonly password?: string | null
    readonly secret?: string | null
    readonly fails_in_a_row?: number | string
  }
  readonly include_tags?: readonly string[]
  readonly exclude_tags?: readonly string[]
}

/** What a webhook is where nobody says otherwise. */
export const WEBHOOK_DEFAULTS = { name: 'Unnamed Webhook', web_hook_type: 'webhook', alerts: ['FAIL'] } as const

/** The categories that a webhook can alert on. */
const ALERT_CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL'] as const

const alertsProblems = (alerts: readonly string[]): Problem[] => {
  const field = 'alerts'
  const names = ALERT_CATEGORIES.join(', ')
  if (alerts.length === 0) return [{ field, code: 'required', message: `alerts must hold at least one of ${names}.` }]
  if (!alerts.every((alert) => ALERT_CATEGORIES.some((category) => category === alert)))
    return [{ field, code: 'unknown', message: `alerts must hold only ${names}.` }]
  if (new Set(alerts).size < alerts.length)
    return [{ field, code: 'duplicate', message: 'alerts must name each category once.' }]
  return []
}

const urlProblems = (url: string): Problem[] => {
  const field = 'parameters.url'
  if (url.trim() === '') return [{ field, code: 'required', message: 'parameters.url must be the address to send to.' }]
  if (!isWebAddress(url))
    return [{ field, code: 'invalid', message: 'parameters.url must be a full http or https address.' }]
  if (hasUserInfo(url))
    return [
      {
        field,
        code: 'forbidden',
        message:
          'parameters.url must not hold a user name or password: use parameters.username and parameters.password.',
      },
    ]
  return []
}

const failsProblems = (fails: number | string): Problem[] =>
  /^\d{1,6}$/.test(String(fails).trim())
    ? []
    : [
        {
          field: 'parameters.fails_in_a_row',
          code: 'range',
          message: 'parameters.fails_in_a_row must be a whole number from 0 to 999999.',
        },
      ]

/**
 * The bytes of a Standard Webhooks secret: `whsec_` and the base64 of 24 to 64 bytes, by their number of characters. The
 * prefix may be left out.
 */
const isSigningSecret = (secret: string): boolean => {
  const base64 = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return false
  const bytes = (base64.replace(/=+$/, '').length * 6) >> 3
  return bytes >= 24 && bytes <= 64
}

const credentialProblems = ({ username, password, secret }: NonNullable<WebhookDraft['parameters']>): Problem[] => {
  const problems: Problem[] = []
  // RFC 7617: the first colon ends the user name.
  if (username?.includes(':'))
    problems.push({
      field: 'parameters.username',
      code: 'invalid',
      message: 'parameters.username must not hold a colon, which would end it.',
    })
  if (password && username === null)
    problems.push({
      field: 'parameters.username',
      code: 'required',
      message: 'parameters.username must be given with a password.',
    })
  if (secret && !isSigningSecret(secret))
    problems.push({
      field: 'parameters.secret',
      code: 'invalid',
      message: 'parameters.secret must be whsec_ and the base64 of 24 to 64 random bytes, or absent to have one made.',
    })
  return problems
}

/** What keeps a webhook from being stored. Whether its address may be reached is asked when it is used. */
export const webhookProblems = (draft: WebhookDraft): Problem[] => {
  const { parameters, alerts } = draft
  const problems: Problem[] = []
  if (draft.name?.trim() === '') problems.push({ field: 'name', code: 'required', message: 'name must not be empty.' })
  if (draft.web_hook_type !== undefined && !['webhook', 'generic'].includes(draft.web_hook_type))
    problems.push({ field: 'web_hook_type', code: 'unknown', message: 'web_hook_type must be webhook.' })
  if (alerts) problems.push(...alertsProblems(alerts))
  if (parameters?.url !== undefined) problems.push(...urlProblems(parameters.url))
  if (parameters?.fails_in_a_row !== undefined) problems.push(...failsProblems(parameters.fails_in_a_row))
  if (parameters) problems.push(...credentialProblems(parameters))
  for (const field of ['include_tags', 'exclude_tags'] as const)
    problems.push(...tagProblems(field, draft[field] ?? []))
  return problems
}
