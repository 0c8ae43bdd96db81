import { isSecretName, MASK } from '../../domain/masking.ts'
import type { Problem } from '../../domain/problem.ts'
import { isSealed, type Sealed, type Sealing } from './sealing.ts'

export type Pair = { readonly key: string; readonly value: string }
/** A header or parameter at rest: the value is sealed where the name says that it is a secret. */
export type StoredPair = { readonly key: string; readonly value: string | Sealed }

/**
 * What is stored of `pairs`. A secret that comes back as the mask under which it was shown keeps the value it has in
 * `before`: the n-th of its name stays the n-th.
 */
export const sealPairs = (
  pairs: readonly Pair[],
  before: readonly StoredPair[],
  sealing: Sealing,
  field: string,
): { stored: StoredPair[]; problems: Problem[] } => {
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  const stored = pairs.map(({ key, value }, index): StoredPair => {
    if (!isSecretName(key)) return { key, value }
    const name = key.toLowerCase()
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    if (value !== MASK) return { key, value: sealing.seal(value) }
    const kept = before.filter((pair) => pair.key.toLowerCase() === name && isSealed(pair.value))[nth]
    if (kept) return { key, value: kept.value }
    problems.push({
      field: `${field}[${index}].value`,
      code: 'invalid',
      message: `${field}[${index}].value is the mask that stands for a stored secret, but none is stored for ${key}; send the secret itself.`,
    })
    return { key, value: '' }
  })
  return { stored, problems }
}

export const maskPairs = (pairs: readonly StoredPair[]): Pair[] =>
  pairs.map(({ key, value }) => ({ key, value: isSealed(value) ? MASK : value }))

/** The pairs in clear, and the values among them that must be masked wherever they turn up. */
export const openPairs = (pairs: readonly StoredPair[], sealing: Sealing): { pairs: Pair[]; secrets: string[] } => {
  const secrets: string[] = []
  const open = pairs.map(({ key, value }) => {
    if (!isSealed(value)) return { key, value }
    const plain = sealing.open(value)
    secrets.push(...secretParts(plain))
    return { key, value: plain }
  })
  return { pairs: open, secrets }
}

/** A header such as `Bearer abc`: the credential without its scheme is a secret too, since it is what others repeat. */
const secretParts = (value: string): string[] => {
  const credential = /^(?:bearer|basic|token|digest|apikey)\s+(\S.*)$/i.exec(value)?.[1]
  return credential ? [value, credential] : [value]
}
