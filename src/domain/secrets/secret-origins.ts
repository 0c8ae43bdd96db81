import { type Detour, type DetourFields, detourOf, originsByDetour } from '../core/detour.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import { type Problem, problem } from '../core/problem.ts'
import { isWebAddress } from '../core/web-address.ts'

/** A header as typed, stored or sent; an encrypted value is not a string. */
type Header = { readonly key: string; readonly value: unknown }

/** The parts of a request that decide its destination. */
export type Addressed = DetourFields & {
  readonly url: string
  readonly headers: readonly Header[]
  /** Origins listed by an editor, needed if a variable decides the address. */
  readonly allowed_origins?: readonly string[] | undefined
}

const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Everything up to the end of the host. URL parsers treat a backslash as a slash, so it ends the host too. */
const AUTHORITY = /^\s*(https?:\/\/[^/?#\\]+)/i

/** The origin of a URL (`https://api.example.com:8443`); null if a variable is part of it. */
const literalOrigin = (url: string): string | null => {
  const authority = AUTHORITY.exec(url)?.[1]
  if (authority === undefined || authority.includes('@') || hasPlaceholder(authority)) return null
  return parsed(authority)?.origin ?? null
}

/** Normalizes an origin; null if the text is not one: a URL with a path, a user name or a variable. */
export const asOrigin = (text: string): string | null => {
  const trimmed = text.trim()
  if (!isWebAddress(trimmed) || !/^https?:\/\/[^/?#@]+\/?$/i.test(trimmed)) return null
  return literalOrigin(trimmed)
}

// A shared reverse proxy forwards by the Host header, so that header is part of the destination.
const isHost = ({ key }: Header): boolean => key.trim().toLowerCase() === 'host'

/** The origin that a Host header leads to; null if its value is not a host. */
const hostOrigin = (protocol: string, value: unknown): string | null =>
  typeof value === 'string' && !hasPlaceholder(value) ? asOrigin(`${protocol}//${value.trim()}`) : null

/** Whether a variable decides the destination of a request, so that its origins must be listed. */
export const isAddressVariable = ({ url, headers }: Addressed): boolean =>
  literalOrigin(url) === null ||
  headers.some((header) => hasPlaceholder(header.key) || (isHost(header) && hasPlaceholder(String(header.value ?? ''))))

/**
 * The origins that a request's secrets may be sent to: those of its URL, of its Host headers and of the server that it connects to instead,
 * and those that an editor listed.
 */
export const secretOrigins = ({ url, headers, allowed_origins = [], ...detour }: Addressed): string[] => {
  const own = literalOrigin(url)
  const target = own === null ? null : new URL(own)
  const hosts = target === null ? [] : headers.filter(isHost).map(({ value }) => hostOrigin(target.protocol, value))
  const others = target === null ? [] : originsByDetour(target, detourOf(detour, target))
  const found = [own, ...hosts, ...others, ...allowed_origins.map(asOrigin)].filter((origin) => origin !== null)
  return [...new Set(found)]
}

const listOf = (words: readonly string[], joint: 'and' | 'or'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

/**
 * Field error of a stored secret whose request changes to an origin that the secret was not entered for; null if it may stay.
 * Asks for a stored secret again whose request would go where the secret was not entered for; null where it may stay.
 * `bound` are the origins it was entered for, `wanted` those of the changed request.
 */
export const reentrySentence = (name: string, bound: readonly string[], wanted: readonly string[]): string | null => {
  const others = wanted.filter((origin) => !bound.includes(origin))
  if (others.length === 0) return null
  const entered =
    bound.length === 0
      ? `${name} was entered without an allowed origin.`
      : `${name} was entered for ${listOf(bound, 'and')}.`
  return `${entered} Enter it again to send it to ${listOf(others, 'and')}.`
}

/** The field error of a stored secret that has to be entered again; null where it may stay. */
export const reentryProblem = (
  field: string,
  name: string,
  bound: readonly string[],
  wanted: readonly string[],
): Problem | null => {
  const sentence = reentrySentence(name, bound, wanted)
  return sentence === null ? null : { field, code: 'required', message: `${field}: ${sentence}` }
}

/** Field errors of a list of allowed origins. */
export const allowedOriginProblems = (origins: readonly string[], field: string): Problem[] =>
  origins.flatMap((origin, index): Problem[] =>
    asOrigin(origin) === null
      ? [problem(`${field}[${index}]`, 'invalid', 'must be an origin such as https://api.example.com, without a path.')]
      : [],
  )

/** Field error of a request with secrets and a variable address but no listed origin; null if there is no problem. */
export const missingOriginsProblem = (request: Addressed, secrets: readonly string[], field: string): Problem | null =>
  secrets.length === 0 || !isAddressVariable(request) || secretOrigins(request).length > 0
    ? null
    : problem(
        field,
        'required',
        `must list where ${listOf(secrets, 'and')} may be sent, such as https://api.example.com: a variable decides the address.`,
      )

/** The destination of a request that its secrets may not be sent to: an origin or an invalid Host header; null if it is allowed. */
export const unlistedOrigin = (
  url: URL,
  headers: readonly Header[],
  allowed: readonly string[],
  detour: Detour | null,
): string | null => {
  const elsewhere = [url.origin, ...originsByDetour(url, detour)].find((origin) => !allowed.includes(origin))
  if (elsewhere !== undefined) return elsewhere
  for (const header of headers.filter(isHost)) {
    const origin = hostOrigin(url.protocol, header.value)
    if (origin === null || !allowed.includes(origin)) return origin ?? `the host ${JSON.stringify(header.value)}`
  }
  return null
}

/**
 * Sentence about a run that was not made because it would send secrets to an origin that is not allowed. `origin` is null if the
 * URL contains a secret variable anywhere (`{{base}}/{{code}}` with the base `http:/` makes it the host): hosts are written in lower
 * case, where masking would not find the secret.
 */
export const misdirectionSentence = (
  secrets: readonly string[],
  allowed: readonly string[],
  origin: string | null,
): string => {
  const names = listOf(secrets, 'and')
  const there = `${secrets.length === 1 ? 'it' : 'them'} to ${origin ?? 'another origin'}`
  return allowed.length === 0
    ? `${names} may not be sent anywhere yet, but this run would send ${there}: list the monitor's allowed origins`
    : `${names} may only be sent to ${listOf(allowed, 'or')}, but this run would send ${there}`
}
