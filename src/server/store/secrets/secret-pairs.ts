import { namesOnlyVariables } from '../../../domain/core/placeholders.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { isSecretName, MASK } from '../../../domain/secrets/masking.ts'
import { reentryProblem } from '../../../domain/secrets/secret-origins.ts'
import { isSealed, type Sealed, type SecretCipher } from '../core/secret-cipher.ts'

/** A header, parameter or variable as sent and shown. `secret`: a person marked it as secret. */
export type Pair = { readonly key: string; readonly value: string; readonly secret?: boolean }
/** An encrypted value, bound to the origins it was entered for; older values have those of their document. */
type Bound = Sealed & { readonly origins?: readonly string[] }
/** A stored pair: the value is encrypted if its name or a person marks it as secret. */
export type StoredPair = { readonly key: string; readonly value: string | Bound; readonly secret?: true }

/** A document's origins before and after a change. */
export type Binding = { readonly bound: readonly string[]; readonly wanted: readonly string[] }

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each))

/** Whether a header decides where a request goes: a secret in it could not be checked against its origins. */
const isNeverSecret = (field: string, key: string): boolean =>
  field.endsWith('headers') && key.trim().toLowerCase() === 'host'

/** Whether a value is secret though nobody marked it. */
const isSecretByName = ({ key, value }: Pair): boolean => isSecretName(key) && !namesOnlyVariables(value)

/**
 * Converts `pairs` for storage; `isSecret` says which values are secret though nobody marked them. A secret that comes back as its mask keeps its value from `before` (the n-th of a name the n-th value),
 * unless the request now goes to an origin that the value was not entered for.
 */
export const sealPairs = (
  pairs: readonly Pair[],
  before: readonly StoredPair[],
  {
    sealing,
    field,
    bound,
    wanted,
    isSecret = isSecretByName,
  }: Binding & { sealing: SecretCipher; field: string; isSecret?: (pair: Pair) => boolean },
): { stored: StoredPair[]; problems: Problem[] } => {
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  const sealedOf = (name: string) => before.filter((pair) => pair.key.toLowerCase() === name && isSealed(pair.value))
  const stored = pairs.map((pair, index): StoredPair => {
    const { key, value } = pair
    const at = `${field}[${index}]`
    const name = key.toLowerCase()
    const known = sealedOf(name)
    const isMarked = !isNeverSecret(field, key) && (pair.secret ?? known.some(({ secret }) => secret))
    const mark = isMarked ? ({ secret: true } as const) : {}
    if (pair.secret && isNeverSecret(field, key))
      problems.push({
        field: `${at}.secret`,
        code: 'forbidden',
        message: `${at}.secret must be false for ${key}: this header decides where the request goes.`,
      })
    const isOpen = !isMarked && !isSecret(pair)
    if (isOpen && value !== MASK) return { key, value }
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    if (value !== MASK) return { key, value: { ...sealing.seal(value), origins: wanted }, ...mark }
    const kept = known[nth]
    if (!kept || !isSealed(kept.value)) {
      problems.push({
        field: `${at}.value`,
        code: 'invalid',
        message: `${at}.value is the mask of a stored secret, but no secret is stored for ${key}: send the secret itself.`,
      })
      return { key, value: '' }
    }
    if (pair.secret === false && kept.secret && !isSecret(pair))
      problems.push({
        field: `${at}.value`,
        code: 'required',
        message: `${at}.value: ${key} was marked as secret. Enter it again to store it in clear.`,
      })
    const enteredFor = kept.value.origins ?? bound
    const problem = reentryProblem(`${at}.value`, key, enteredFor, wanted)
    if (problem) problems.push(problem)
    return {
      key,
      value: isEqual(enteredFor, wanted) ? kept.value : { sealed: kept.value.sealed, origins: wanted },
      ...(kept.secret && { secret: true }),
    }
  })
  return { stored, problems }
}

/** Masks the secrets in pairs. */
export const maskPairs = (pairs: readonly StoredPair[]): Pair[] =>
  pairs.map(({ value, ...pair }) => ({ ...pair, value: isSealed(value) ? MASK : value }))

/** Decrypted pairs. */
export type Opened = {
  readonly pairs: { key: string; value: string }[]
  /** The values that must be masked in any text. */
  readonly secrets: string[]
  /** Names of pairs with a secret, and its origins; pairs that only refer to variables contain none. */
  readonly held: { readonly name: string; readonly origins: readonly string[] | undefined }[]
}

/** Decrypts pairs and collects their secrets. */
export const openPairs = (pairs: readonly StoredPair[], sealing: SecretCipher): Opened => {
  const secrets: string[] = []
  const held: { name: string; origins: readonly string[] | undefined }[] = []
  const open = pairs.map(({ key, value }) => {
    if (!isSealed(value)) return { key, value }
    const plain = sealing.open(value)
    secrets.push(...secretParts(plain))
    if (!namesOnlyVariables(plain)) held.push({ name: key, origins: value.origins })
    return { key, value: plain }
  })
  return { pairs: open, secrets, held }
}

/**
 * Returns the secrets in a value: for `Bearer abc` also the credential without its scheme, which receivers quote, and for a form-encoded
 * value (`p%26ss`) also the decoded one.
 */
export const secretParts = (value: string): string[] => {
  const credential = /^(?:bearer|basic|token|digest|apikey)\s+(\S.*)$/i.exec(value)?.[1]
  const parts = credential ? [value, credential] : [value]
  return [...parts, ...parts.map(decoded).filter((part) => !parts.includes(part))]
}

const decoded = (text: string): string => {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
