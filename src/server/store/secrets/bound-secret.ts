import type { Problem } from '../../../domain/core/problem.ts'
import { MASK } from '../../../domain/secrets/masking.ts'
import { reentryProblem } from '../../../domain/secrets/secret-origins.ts'
import type { Sealed, SecretCipher } from '../core/secret-cipher.ts'

/** An encrypted value, bound to the origins that it was entered for. */
export type BoundSecret = Sealed & { readonly origins: readonly string[] }

type Sealing = {
  readonly sealing: SecretCipher
  /** The field's path. */
  readonly field: string
  /** The secret's name in sentences, such as `The client secret`. */
  readonly name: string
  /** Origins that the secret may be sent to after the change. */
  readonly wanted: readonly string[]
}

/** Masks that clients send back for a secret that stays. */
const MASKS: readonly string[] = [MASK, '********']

/** Whether a value stands for a stored secret that stays. */
export const isMask = (value: string): boolean => MASKS.includes(value)

/**
 * Encrypts a secret and binds it to its origins. Absent or masked, it stays, unless it would go to an origin that it was not entered
 * for; null or empty removes it.
 */
export const sealBound = (
  value: string | null | undefined,
  before: BoundSecret | null,
  { sealing, field, name, wanted }: Sealing,
): { secret: BoundSecret | null; problems: Problem[] } => {
  if (value === null || value === '') return { secret: null, problems: [] }
  if (value !== undefined && !isMask(value))
    return { secret: { ...sealing.seal(value), origins: [...wanted] }, problems: [] }
  if (!before) {
    const message = `${field} is the mask of a stored secret, but none is stored: send the secret itself.`
    return { secret: null, problems: value === undefined ? [] : [{ field, code: 'invalid', message }] }
  }
  const problem = reentryProblem(field, name, before.origins, wanted)
  return {
    secret: problem ? before : { sealed: before.sealed, origins: [...wanted] },
    problems: problem ? [problem] : [],
  }
}

/** A stored secret as it is shown: a mask, or null if there is none. */
export const maskBound = (secret: BoundSecret | null | undefined): string | null => (secret ? MASK : null)

/** Decrypts a secret; null if there is none. */
export const openBound = (secret: BoundSecret | null | undefined, sealing: SecretCipher): string | null =>
  secret ? sealing.open(secret) : null
