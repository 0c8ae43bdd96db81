/** Destination of an external link, or the reason to refuse it. */
export type Destination =
  | { readonly kind: 'open'; readonly href: string; readonly host: string; readonly isSecure: boolean }
  | { readonly kind: 'refused'; readonly why: string }

const refused = (why: string): Destination => ({ kind: 'refused', why })

/**
 * Parses the address of an external link. Only http and https are allowed: other schemes can run scripts or programs. The host is
 * shown in its encoded form, so that lookalike letters of other alphabets are visible (`xn--…`).
 */
export const destinationOf = (text: string): Destination => {
  if (!URL.canParse(text)) return refused('It is not a complete address: one begins with https:// or http://.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused(`It begins with ${url.protocol} and only http and https are followed from here.`)
  if (url.username !== '' || url.password !== '')
    return refused('It carries a user name or a password before its host, which hides where it leads.')
  return { kind: 'open', href: url.href, host: url.host, isSecure: url.protocol === 'https:' }
}
