import { isMachineSnapshot } from 'xstate'
import { routes } from '../../commands/routes.ts'
import { contract } from '../../contract/contract.ts'
import { isSecretName, MASK } from '../../domain/secrets/masking.ts'
import { withoutParameters } from './concealed.ts'
import { withMaskedAddresses } from './masked-address.ts'
import { maskedLine } from './masked-line.ts'

/** The lengths to which data are cut. */
export type Limits = { readonly depth: number; readonly entries: number; readonly characters: number }

/** For reading: a cache of ten thousand monitors stays readable. */
const FOR_READING: Limits = { depth: 6, entries: 20, characters: 400 }

/** Data of machines as plain data that can be shown and copied: secrets are masked, other machines become their ids, long lists and texts are cut. */
export const readable = (value: unknown, limits = FOR_READING, name = '', depth = 0): unknown => {
  if (value === null || value === undefined || value === '') return value ?? null
  if (isSecretField(name, value)) return MASK
  if (typeof value === 'string')
    return shortened(withoutSecrets(name === 'line' || name === 'text' ? maskedLine(value) : value), limits)
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object') return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value
  if ('sessionId' in value) return `machine ${String(value.sessionId)}`
  if (isMachineSnapshot(value)) return { value: value.value, context: readable(value.context, limits, '', depth + 1) }
  if (value instanceof Error) return errorOf(value, limits, depth)
  if (depth === limits.depth) return Array.isArray(value) ? '[…]' : '{…}'
  if (value instanceof Set) return listed([...value], limits, depth)
  if (value instanceof Map)
    return fields(
      [...value].map(([key, one]) => [String(key), one]),
      limits,
      depth,
    )
  if (Array.isArray(value)) return listed(value, limits, depth)
  return fields(Object.entries(value), limits, depth)
}

/** Names of codes and keys that let somebody in once, beside those that `isSecretName` knows. */
const ONE_TIME = /^(code|codes|(user|recovery)_?codes?|proof|verifier|challenge|flow_?id|verification_uri_complete)$/i
/** The `state` of an authorization is a key; that of everything else is a short word. */
const SHORTEST_STATE_KEY = 16

const isSecretField = (name: string, value: unknown): boolean => {
  if (typeof value === 'number' || typeof value === 'boolean') return false
  if (name === 'state') return typeof value === 'string' && value.length >= SHORTEST_STATE_KEY
  return isSecretName(name) || ONE_TIME.test(name)
}

/** An error in the shape that paths have (see `plain`): its message, and the failure of a call. */
const errorOf = (error: Error, limits: Limits, depth: number): object => ({
  error: withoutSecrets(error.message),
  ...('failure' in error && { failure: readable(error.failure, limits, '', depth + 1) }),
})

const listed = (values: readonly unknown[], limits: Limits, depth: number): unknown[] => {
  const shown = values.slice(0, limits.entries).map((one) => readable(one, limits, '', depth + 1))
  return values.length > limits.entries ? [...shown, more(values.length, limits)] : shown
}

type Entries = readonly (readonly [string, unknown])[]

/**
 * A pair such as a header holds its secret in `value` and its name in `key`; a change of a form holds its field in `path`, and a variable
 * its name in `name`.
 */
const isSecretPair = (entries: Entries): boolean =>
  entries.some(
    ([name, one]) =>
      (name === 'key' || name === 'path' || name === 'name') &&
      typeof one === 'string' &&
      isSecretField(one.slice(one.lastIndexOf('.') + 1), ''),
  )

const fields = (entries: Entries, limits: Limits, depth: number): Record<string, unknown> => {
  const hasSecret = isSecretPair(entries)
  const shown = entries
    .slice(0, limits.entries)
    .map(([name, one]) => [
      withoutParameters(name),
      hasSecret && name === 'value' && one !== '' ? MASK : readable(one, limits, name, depth + 1),
    ])
  return Object.fromEntries(entries.length > limits.entries ? [...shown, ['…', more(entries.length, limits)]] : shown)
}

const more = (count: number, { entries }: Limits): string => `and ${count - entries} more`

const shortened = (text: string, { characters }: Limits): string =>
  text.length > characters ? `${text.slice(0, characters)}…` : text

const screens = Object.values(routes)
  .map(({ path }) => path)
  .filter((path) => /\{(token|uid)\}$/.test(path))
const requests = Object.values(contract).map(({ route }) => route.slice(route.indexOf(' ') + 1))

/** Credentials in addresses: one-time tokens of links, in the app and in what it asks of the server, and the identity provider's response. */
const keysInAddresses = [...new Set([...screens, ...requests])].flatMap((path) => {
  const at = path.search(/\{(token|uid|secret)\}/)
  return at < 0 ? [] : [new RegExp(`^(${path.slice(0, at).replace(/\{\w+\}/g, '[^/?#]+')})[^/?#]+`)]
})

const withoutSecrets = (text: string): string =>
  withMaskedAddresses(
    text.startsWith('/')
      ? keysInAddresses.reduce((address, key) => address.replace(key, `$1${MASK}`), text)
      : withoutParameters(text),
  )
