import { type Shape, shape } from '../core/endpoint.ts'

/** Configuration that the web app needs before anyone has signed in. The server embeds it into the page as JSON. */
export const appConfiguration = shape({
  version: 'string',
  /** The label in page titles, such as `staging`; null if there is none. */
  environment: 'string | null',
  /** The header that names the project of a request. */
  project_header: 'string',
  /** Query parameters that every request carries. */
  default_query: 'Record<string, string>',
  identity: {
    /** `embedded`: this server handles sign-in at `/interaction/{uid}`. `auth0`: a tenant does. */
    kind: "'embedded' | 'auth0'",
    /** The identity client's `domain`: for `embedded`, the server's own address without a trailing slash. */
    domain: 'string',
    client_id: 'string',
    audience: 'string',
  },
  /** People who can create an account: anyone, invited people, or nobody. */
  registration: "'open' | 'invited' | 'closed'",
  /** The installation is empty. The one-time link that the server printed is the only way to set it up. */
  needs_setup: 'boolean',
  /** URL that receives page views, identities and errors of the web app; null means none. */
  report_url: 'string | null',
  /** URL of the external analytics viewer; null: none is configured. */
  analytics_url: 'string | null',
  /** Whether mail is sent. If not, it is kept in an outbox that site admins read. */
  mail: 'boolean',
  /** URL of the built-in sample API, for a first monitor. */
  sample_url: 'string',
})

export type AppConfiguration = Shape<typeof appConfiguration>
