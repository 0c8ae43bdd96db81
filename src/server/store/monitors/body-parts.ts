import type { Problem } from '../../../domain/core/problem.ts'
import { isFilePart, type RequestPart } from '../../../domain/monitors/body-rules.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { type Binding, maskPairs, type Opened, openPairs, type StoredPair, sealPairs } from '../secrets/secret-pairs.ts'

/** A stored part of a multipart body: text is encrypted if its name or a person marks it as secret. */
export type StoredPart = Omit<RequestPart, 'value' | 'secret'> & {
  readonly value?: StoredPair['value'] | null
  readonly secret?: true
}

/** A part's text as a pair; a file, which has none, as an empty pair, so that parts keep their positions. */
const pairOf = ({ name, value, secret }: StoredPart): StoredPair =>
  value == null ? { key: '', value: '' } : { key: name, value, ...(secret && { secret }) }

/** Converts parts for storage, by the rules of `sealPairs`. */
export const sealParts = (
  parts: readonly RequestPart[],
  before: readonly StoredPart[],
  how: Binding & { sealing: SecretCipher; field: string },
): { stored: StoredPart[]; problems: Problem[] } => {
  const pairs = parts.map((part) => {
    const { name, value, secret } = part
    return isFilePart(part)
      ? { key: '', value: '' }
      : { key: name, value: value ?? '', ...(secret != null && { secret }) }
  })
  const sealed = sealPairs(pairs, before.map(pairOf), how)
  const stored = parts.map((part, index): StoredPart => {
    const { name, value: _, secret: __, ...file } = part
    const pair = sealed.stored[index]
    if (isFilePart(part) || !pair) return { name, ...file }
    return { name, value: pair.value, ...file, ...(pair.secret && { secret: true }) }
  })
  return { stored, problems: sealed.problems }
}

/** Masks the secrets in parts. */
export const maskParts = (parts: readonly StoredPart[]): RequestPart[] => {
  const masked = maskPairs(parts.map(pairOf))
  return parts.map(({ value, ...part }, index) =>
    value == null ? part : { ...part, value: masked[index]?.value ?? '' },
  )
}

/** Decrypted parts. */
export type OpenedParts = Pick<Opened, 'secrets' | 'held'> & { readonly parts: RequestPart[] }

/** Decrypts parts and collects their secrets. */
export const openParts = (parts: readonly StoredPart[], sealing: SecretCipher): OpenedParts => {
  const { pairs, secrets, held } = openPairs(parts.map(pairOf), sealing)
  return {
    secrets,
    held,
    parts: parts.map(({ value, secret: _, ...part }, index) =>
      value == null ? part : { ...part, value: pairs[index]?.value ?? '' },
    ),
  }
}
