import { isIP } from 'node:net'

/** Names below a country's domain that are public themselves, such as `co.uk`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gov|mil|net|ne|nom|or|org)\.[a-z]{2}$/

/**
 * The site of a host: its registered domain, as far as its labels tell. The list of all public suffixes is not worth its size here, because
 * a wrong guess only decides whether a file that did not load makes a warning.
 */
const siteOf = (host: string): string => {
  if (isIP(host.replace(/^\[(.*)\]$/, '$1'))) return host
  const labels = host.split('.')
  const count = SECOND_LEVEL.test(labels.slice(-2).join('.')) ? 3 : 2
  return labels.slice(-count).join('.')
}

/** Whether two web addresses belong to one site. */
export const isSameSite = (one: string, other: string): boolean => {
  if (!URL.canParse(one) || !URL.canParse(other)) return false
  return siteOf(new URL(one).hostname) === siteOf(new URL(other).hostname)
}
