/** The "-ing" word of a button while it works, from its verb: "Run now" → "Running", "Save" → "Saving". */
export const pendingWord = (label: string): string => {
  const verb = label.trim().split(/\s+/)[0] ?? ''
  if (verb === '') return ''
  if (/[^e]e$/i.test(verb)) return `${verb.slice(0, -1)}ing`
  // One vowel between consonants in a verb of one syllable doubles the last letter; w, x and y never do.
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/i.test(verb)) return `${verb}${verb.slice(-1)}ing`
  return `${verb}ing`
}
