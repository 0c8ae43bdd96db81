/** The fields that the page of the callback sends: the last step of the path of an address of its own, and the query. */
export const tokenCallback = ({ pathname, searchParams }: URL): URLSearchParams => {
  const sent = new URLSearchParams(searchParams)
  const [, callback] = /^\/tokens\/callback\/([^/]+)$/.exec(pathname) ?? []
  if (callback !== undefined) sent.set('callback', callback)
  return sent
}
