import { isSecretName as judge } from '../../domain/secrets/masking.ts'

/** The same few names come with every call: judging one takes longer than finding it here. */
const judged = new Map<string, boolean>()
const MOST_NAMES = 2_000

/** `isSecretName` of the domain, remembered. */
export const isSecretName = (name: string): boolean => {
  const known = judged.get(name)
  if (known !== undefined) return known
  if (judged.size >= MOST_NAMES) judged.clear()
  const isSecret = judge(name)
  judged.set(name, isSecret)
  return isSecret
}
