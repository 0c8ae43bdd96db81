/** Label of a button while it works, derived from its verb: "Run now" → "Running", "Save" → "Saving". */
export const pendingWord = (label: string): string => {
  const verb = label.trim().split(/\s+/)[0] ?? ''
  if (verb === '') return ''
  if (/[^e]e$/i.test(verb)) return `${verb.slice(0, -1)}ing`
  // A one-syllable verb with a single vowel doubles its last consonant, except w, x and y.
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/i.test(verb)) return `${verb}${verb.slice(-1)}ing`
  return `${verb}ing`
}
