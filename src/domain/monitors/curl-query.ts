/** Appends a query to a URL, before its fragment, as curl and agents do. */
export const withQuery = (url: string, query: string): string => {
  const [address = '', ...fragment] = url.split('#')
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return [`${address}${joint}${query}`, ...fragment].join('#')
}
