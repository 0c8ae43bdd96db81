/** A label as it stands within a sentence: its first letter in lower case, unless it begins with an abbreviation such as TLS. */
export const midSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`
