import { SCOPES } from '../../domain/connections/asked-connection.ts'
import { addressesAt, CONNECT, MCP } from './addresses.ts'

/** Description of the authorization server (RFC 8414). */
const serverMetadata = (url: string) => {
  const { issuer, authorize, token, register, revoke } = addressesAt(url)
  return {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    registration_endpoint: register,
    revocation_endpoint: revoke,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
  }
}

/** Description of the endpoint that tokens are for (RFC 9728). */
const resourceMetadata = (url: string) => {
  const { issuer, resource } = addressesAt(url)
  return {
    resource,
    resource_name: 'Sonde',
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
  }
}

/** Returns the document at a path, which anybody may read; null where there is none. */
export const metadataAt = (url: string, path: string): object | null => {
  if (path === `/.well-known/oauth-authorization-server${CONNECT}`) return serverMetadata(url)
  if (path === `${CONNECT}/.well-known/oauth-authorization-server`) return serverMetadata(url)
  // Some clients ask without the path of the resource.
  if (path === `/.well-known/oauth-protected-resource${MCP}` || path === '/.well-known/oauth-protected-resource')
    return resourceMetadata(url)
  return null
}
