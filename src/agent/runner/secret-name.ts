import { isSecretName as judge } from '../../domain/secrets/masking.ts'

/** Cache, because every call has the same few names and a lookup is faster than the check. */
const judged = new Map<string, boolean>()
const MAX_NAMES = 2_000

/** The domain's `isSecretName`, cached. */
export const isSecretName = (name: string): boolean => {
  const known = judged.get(name)
  if (known !== undefined) return known
  if (judged.size >= MAX_NAMES) judged.clear()
  const isSecret = judge(name)
  judged.set(name, isSecret)
  return isSecret
}
