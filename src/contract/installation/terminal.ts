import { endpoint, shape } from '../core/endpoint.ts'

/** Client id of the terminal at the embedded identity provider. */
export const TERMINAL_CLIENT = 'sonde-cli'

/** Facts that a terminal needs before anybody has signed in, and about the program that the server hands out. */
export const terminal = {
  'terminal.read': endpoint('GET /api/3/terminal', {
    summary:
      'Returns what the terminal program needs to sign in and to call this API, and where to download the program',
    access: 'public',
    answer: shape({
      version: 'string',
      /** The server's public URL. */
      server_url: 'string',
      /** The header that names the project of a request. */
      project_header: 'string',
      /** Query parameters that every request carries. */
      default_query: 'Record<string, string>',
      /** Endpoints of the device authorization grant (RFC 8628); null if another provider signs people in: API keys work then. */
      sign_in: [{ client_id: 'string', audience: 'string', device_url: 'string', token_url: 'string' }, '|', 'null'],
      /** Null if this server has no built program. */
      program: [{ path: 'string', sha256: 'string', bytes: 'number.integer' }, '|', 'null'],
    }),
  }),
} as const
