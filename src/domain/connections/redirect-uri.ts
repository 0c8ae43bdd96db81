const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Longest address that an application may be led back to. */
const LONGEST_REDIRECT = 2000

/** Reason to refuse a redirect URI; null if it is allowed: https anywhere, http on the person's own machine. */
export const redirectProblem = (text: string): string | null => {
  if (text.length > LONGEST_REDIRECT) return `A redirect URI must have at most ${LONGEST_REDIRECT} characters.`
  if (/\p{Cc}/u.test(text)) return 'A redirect URI must not have control characters.'
  if (!URL.canParse(text)) return 'A redirect URI must be an absolute URL.'
  const { protocol, hostname, username, password } = new URL(text)
  if (text.includes('#')) return 'A redirect URI must not have a fragment.'
  if (username !== '' || password !== '') return 'A redirect URI must not have a user name or a password.'
  if (protocol === 'https:') return null
  return protocol === 'http:' && LOOPBACK.has(hostname)
    ? null
    : 'A redirect URI must start with https://, or with http:// and the name of this machine: localhost, 127.0.0.1 or [::1].'
}

/** The host of a redirect URI in words for a person. */
export const redirectHost = (text: string): string => {
  const { hostname, host } = new URL(text)
  return LOOPBACK.has(hostname) ? 'this computer' : host
}

/** An address with further parameters; those that it has stay. */
export const withParameters = (text: string, more: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(text)
  for (const [name, value] of Object.entries(more)) if (value !== undefined) url.searchParams.set(name, value)
  return url.toString()
}
