/** Most letters of a stranger's text in a mail to somebody who did not ask for it. */
const MOST_LETTERS = 60

/** The beginning of an address, and the dots by which mail programs take a text for one. A letter may be written with its accent apart. */
const SCHEME = /[a-z][a-z\d+.-]*:\/\/+/gi
const DOT_OF_NAME = /(?<=[\p{L}\p{M}\p{N}])\.(?=\p{L}[\p{L}\p{M}])/gu
const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/g

/**
 * A stranger's text, such as the name of a project, for a mail to an address that nobody has confirmed: one short line of which no mail
 * program makes a link. Otherwise, anybody could have us mail an address of theirs to anybody.
 */
export const strangersWords = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim().replace(SCHEME, '')
  const plain = line.replace(IPV4, (address) => address.replaceAll('.', '[.]')).replace(DOT_OF_NAME, '[.]')
  const letters = [...plain]
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : plain
}
