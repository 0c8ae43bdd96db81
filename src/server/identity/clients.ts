import type { ClientMetadata } from 'oidc-provider'

/** The command line, as the embedded provider knows it: it signs in by a code that a person confirms in a browser. */
const CLI_CLIENT = 'sonde-cli'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** What people are shown of a client. */
export const clientName = (id: string): string => (id === CLI_CLIENT ? 'Sonde command line' : 'Sonde')

/** Our own clients, all without a secret; `url` is the address people use. Addresses are compared whole. */
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
