import { mixedScriptsWords } from '../../domain/core/mixed-scripts.ts'

/** Hint at a public name that mixes scripts: visitors could take it for another one. Undefined if it does not. */
export const nameHint = (name: string): string | undefined => {
  const words = mixedScriptsWords(name)
  return words === null ? undefined : `A word ${words}. Visitors may take it for an imitation.`
}
