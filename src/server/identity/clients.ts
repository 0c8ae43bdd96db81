import type { ClientMetadata } from 'oidc-provider'
// The terminal signs in with a device code that a person confirms in a browser.
import { TERMINAL_CLIENT as CLI_CLIENT } from '../../contract/installation/terminal.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** Returns a client's display name. */
export const clientName = (id: string): string => (id === CLI_CLIENT ? 'Sonde command line' : 'Sonde')

/** The product's own clients, all without a secret. `url` is the public URL. Redirect URIs must match exactly. */
export const clientsAt = (url: string, webClient: string): ClientMetadata[] => [
  {
    client_id: webClient,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    redirect_uris: [url, `${url}/`, `${url}/callback`],
    post_logout_redirect_uris: [url, `${url}/`, `${url}/logout/`],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'RS256',
  },
  {
    client_id: CLI_CLIENT,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: [],
    response_types: [],
    grant_types: [DEVICE_CODE, 'refresh_token'],
    id_token_signed_response_alg: 'RS256',
  },
]
