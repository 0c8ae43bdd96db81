/**
 * A web address as one step of a path: `https://login.example.com/staff` is `login.example.com~staff`. Different addresses have different
 * names, except for a slash at their end. Query and fragment are left out.
 */
export const addressName = (address: string): string => {
  const { protocol, host, pathname } = new URL(address)
  const text = `${protocol === 'https:' ? '' : protocol}${host}${pathname.replace(/\/+$/, '')}`
  return text.replace(/[^\w.:-]/g, (letter) =>
    letter === '/' ? '~' : `!${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
