import { routes } from '../../commands/routes.ts'
import { isSecretName, MASK } from '../../domain/secrets/masking.ts'

const DEEPEST = 6
const MOST_ENTRIES = 20
const LONGEST_TEXT = 400

/**
 * Machine context as plain data that can be shown and copied: secrets are masked, other machines become their ids, long
 * lists and texts are cut, so that a cache of ten thousand monitors stays readable.
 */
export const readable = (value: unknown, name = '', depth = 0): unknown => {
  if (value === null || value === undefined || value === '') return value ?? null
  if (isSecretName(name)) return MASK
  if (typeof value === 'string') return shortened(withoutSecrets(value))
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object') return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value
  if ('sessionId' in value) return `machine ${String(value.sessionId)}`
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (depth === DEEPEST) return Array.isArray(value) ? '[…]' : '{…}'
  if (value instanceof Set) return listed([...value], depth)
  if (value instanceof Map)
    return fields(
      [...value].map(([key, one]) => [String(key), one]),
      depth,
    )
  if (Array.isArray(value)) return listed(value, depth)
  return fields(Object.entries(value), depth)
}

const listed = (values: readonly unknown[], depth: number): unknown[] => {
  const shown = values.slice(0, MOST_ENTRIES).map((one) => readable(one, '', depth + 1))
  return values.length > MOST_ENTRIES ? [...shown, more(values.length)] : shown
}

/** A pair such as a header holds its secret in `value` and its name in `key`. */
const fields = (entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> => {
  const key = entries.find(([name]) => name === 'key')?.[1]
  const isSecretPair = typeof key === 'string' && isSecretName(key)
  const shown = entries
    .slice(0, MOST_ENTRIES)
    .map(([name, one]) => [name, isSecretPair && name === 'value' ? MASK : readable(one, name, depth + 1)])
  return Object.fromEntries(entries.length > MOST_ENTRIES ? [...shown, ['…', more(entries.length)]] : shown)
}

const more = (count: number): string => `and ${count - MOST_ENTRIES} more`

const shortened = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text)

/** Credentials in addresses: one-time tokens of links and the identity provider's response. */
const keysInAddresses = Object.values(routes)
  .filter(({ path }) => /\{(token|uid)\}$/.test(path))
  .map(({ path }) => {
    const before = path.slice(0, path.lastIndexOf('/') + 1).replace(/\{\w+\}/g, '[^/?#]+')
    return new RegExp(`^(${before})[^/?#]+`)
  })

const withoutSecrets = (text: string): string => {
  if (!text.startsWith('/')) return text.replace(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, `$1${MASK}@`)
  const masked = keysInAddresses.reduce((address, key) => address.replace(key, `$1${MASK}`), text)
  return masked.replace(/([?&](?:code|state|token)=)[^&#]+/g, `$1${MASK}`)
}
