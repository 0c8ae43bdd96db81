/** Paths of connected applications. */
export const CONNECT = '/connect'
export const MCP = '/mcp'

/** Addresses of the authorization server, and of what it guards. */
export const addressesAt = (url: string) => ({
  issuer: `${url}${CONNECT}`,
  authorize: `${url}${CONNECT}/authorize`,
  token: `${url}${CONNECT}/token`,
  register: `${url}${CONNECT}/register`,
  revoke: `${url}${CONNECT}/revoke`,
  resource: `${url}${MCP}`,
  /** Where RFC 9728 puts the description of the resource. */
  resourceMetadata: `${url}/.well-known/oauth-protected-resource${MCP}`,
})
