import { placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { misdirectionSentence, secretOrigins, unlistedOrigin } from '../../domain/secrets/secret-origins.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { type Opened, openPairs } from '../store/secrets/secret-pairs.ts'

/** A monitor's secrets in clear, and where they may be sent. */
export type SecretAim = {
  readonly opened: { readonly parameters: Opened; readonly headers: Opened; readonly variables: Opened }
  /** Names of the fields that send a secret. */
  readonly fields: readonly string[]
  /** The origins that all of them may be sent to. */
  readonly origins: readonly string[]
}

/** Opens the secrets of a monitor. */
export const openAim = ({ request }: MonitorDoc, sealing: SecretCipher): SecretAim => {
  const parameters = openPairs(request.parameters, sealing)
  const headers = openPairs(request.headers, sealing)
  const variables = openPairs(request.variables ?? [], sealing)
  const sent = [...parameters.pairs, ...headers.pairs].flatMap(({ key, value }) => [key, value])
  const read = new Set(placeholdersIn([request.url, ...sent, request.body ?? ''].join('\n')))
  const held = [...headers.held, ...parameters.held, ...variables.held.filter(({ name }) => read.has(name))]
  const own = secretOrigins(request)
  return {
    opened: { parameters, headers, variables },
    fields: [...new Set(held.map(({ name }) => name))],
    origins: own.filter((origin) => held.every(({ origins }) => origins?.includes(origin) ?? true)),
  }
}

const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Why a run with these variables would send the monitor's secrets where they may not go; null where it would not, or where its
 * address is none, so that nothing is sent at all.
 */
export const misdirectionOf = (
  { request }: MonitorDoc,
  { fields, origins, opened }: SecretAim,
  context: Readonly<Record<string, string>>,
): string | null => {
  if (fields.length === 0) return null
  const own = Object.fromEntries(opened.variables.pairs.map(({ key, value }) => [key, value]))
  const fill = (text: string) => substitute(text, { ...own, ...context }).text
  const target = parsed(fill(request.url).trim())
  if (!target) return null
  const headers = opened.headers.pairs.map(({ key, value }) => ({ key: fill(key), value: fill(value) }))
  const origin = unlistedOrigin(target, headers, origins)
  if (origin === null) return null
  const isHidden = placeholdersIn(request.url).some((name) => opened.variables.held.some((one) => one.name === name))
  return misdirectionSentence(fields, origins, isHidden ? null : origin)
}
