import { quotedLine } from '../../domain/core/cut-text.ts'
import { ProviderProblem, refusalSentence } from './provider-problem.ts'
import { storableAnswer } from './storable-answer.ts'
import { secondsIn } from './token-lifetime.ts'

type Body = Readonly<Record<string, unknown>>
type Mask = (text: string) => string

/** A provider's refusal with its own words, which may repeat a secret that was sent: they are told masked. */
export class UnmaskedRefusal extends Error {
  readonly told: (mask: Mask) => ProviderProblem
  constructor(told: (mask: Mask) => ProviderProblem) {
    super('A provider refused a request.')
    this.told = told
  }
}

/** An answer of a provider: its host, status and content. */
export type Sent = { readonly host: string; readonly status: number; readonly type: string; readonly text: string }

const LONGEST_QUOTED = 300
/** Where providers tell what went wrong, besides `error` and `error_description`. */
const CODES = ['error', 'error_code', 'errcode', 'code', 'status', 'type'] as const
const DESCRIPTIONS = [
  'error_description',
  'error_message',
  'errmsg',
  'message',
  'msg',
  'description',
  'detail',
] as const

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    return record(storableAnswer(JSON.parse(text)))
  } catch {
    return null
  }
}

const isPassing = (status: number, code: string | null): boolean =>
  status >= 500 || status === 429 || code === 'temporarily_unavailable' || code === 'server_error'

/** Reads an answer: JSON, or a form, as some providers send it whatever is accepted. Throws where it is neither. */
export const bodyOf = ({ host, status, type, text }: Sent): Record<string, unknown> => {
  const body = parsed(text)
  if (body) return body
  const isHtml = /html/.test(type) || /^\s*</.test(text)
  if (!isHtml && /^\s*(?:[^\s&=]+=[^&]*&)*(?:access_token|error)=/.test(text))
    return record(storableAnswer(Object.fromEntries(new URLSearchParams(text.trim())))) ?? {}
  const kind = isHtml ? 'an HTML page' : text === '' ? 'nothing' : 'no JSON'
  throw new UnmaskedRefusal((mask) => {
    const words = kind === 'no JSON' && status >= 400 ? quotedLine(mask(text), LONGEST_QUOTED) : ''
    const quoted = words === '' ? '' : ` It says “${words}”.`
    return new ProviderProblem(`${host} answered ${status} with ${kind}: check the URL.${quoted}`, {
      isPassing: isPassing(status, null),
    })
  })
}

/** The first text or number among some fields. */
const firstOf = (body: Body, names: readonly string[]): string | null => {
  for (const name of names) {
    const value = body[name]
    if (typeof value === 'number' && value !== 0) return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

/** The error that an answer tells, also one within an object. */
const errorIn = (body: Body): { code: string | null; description: string | null } => {
  const inner = record(body.error)
  if (inner) return { code: firstOf(inner, CODES), description: firstOf(inner, DESCRIPTIONS) }
  // What stands for a code elsewhere can be anything in an answer without an error.
  const code = firstOf(body, CODES.slice(0, 3))
  return { code, description: firstOf(body, DESCRIPTIONS) }
}

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Refuses an answer that tells an error instead of a token or a code for a device, whatever its status. */
export const refuseErrors = ({ host, status }: Sent, body: Body): void => {
  const { code, description } = errorIn(body)
  const isGranted = isGiven(body.access_token) || isGiven(body.device_code)
  const isTold = code !== null || description !== null
  if (status < 400 && (isGranted || !isTold)) return
  throw new UnmaskedRefusal((mask) => {
    const own = description === null ? null : mask(description)
    const words = own === null ? '' : quotedLine(own, LONGEST_QUOTED)
    const sentence =
      code === null
        ? `${host} answered ${status}${status < 400 ? ' without a token' : ''}${words === '' ? '.' : `: “${words}”.`}`
        : refusalSentence(host, { error: mask(code), description: own })
    return new ProviderProblem(sentence, { code, isPassing: isPassing(status, code) })
  })
}

/** Types of tokens that are of no use without a proof of a key for each call (RFC 9449, and the MAC tokens of RFC 6749 section 7.1). */
const PROVED = new Set(['dpop', 'mac'])

const refuseProved = (host: string, tokenType: unknown): void => {
  if (typeof tokenType !== 'string' || !PROVED.has(tokenType.trim().toLowerCase())) return
  throw new ProviderProblem(
    `${host} answered with a token of the type ${tokenType.trim()}, which every call has to prove a key for. That is not possible here: let the provider issue Bearer tokens.`,
  )
}

const TEXTS = ['access_token', 'refresh_token', 'device_code', 'user_code', 'verification_uri_complete'] as const

/**
 * An answer as RFC 6749 and RFC 8628 word it, made of what providers send: null and empty for nothing, lists of scopes, numbers as texts,
 * and types of their own that mean Bearer. What is of no use here is left out, such as an ID token: nobody is signed in with it.
 */
export const wordedAnswer = (host: string, body: Body): Record<string, unknown> => {
  refuseProved(host, body.token_type)
  const { scope } = body
  const scopes = Array.isArray(scope) ? scope.filter((each) => typeof each === 'string').join(' ') : scope
  const address = isGiven(body.verification_uri) ? body.verification_uri : body.verification_url
  const expiresIn = secondsIn(body.expires_in)
  const interval = secondsIn(body.interval)
  return {
    ...Object.fromEntries(TEXTS.flatMap((name) => (isGiven(body[name]) ? [[name, body[name]]] : []))),
    token_type: 'bearer',
    ...(typeof scopes === 'string' && { scope: scopes }),
    ...(isGiven(address) && { verification_uri: address }),
    ...(expiresIn !== null && { expires_in: expiresIn }),
    ...(interval !== null && { interval }),
  }
}
