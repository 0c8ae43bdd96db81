import { type Shape, shape } from '../core/endpoint.ts'

/** What the web app must know before anybody has signed in; the server embeds it into the page, as JSON. */
export const appConfiguration = shape({
  version: 'string',
  /** The label in page titles, such as `staging`; null where there is none. */
  environment: 'string | null',
  /** The header that names the project of a request. */
  project_header: 'string',
  identity: {
    /** `embedded`: this server signs people in, at `/interaction/{uid}`. `auth0`: a tenant does. */
    kind: "'embedded' | 'auth0'",
    /** What the identity client is given as `domain`: embedded, the server's own address without a slash at its end. */
    domain: 'string',
    client_id: 'string',
    audience: 'string',
  },
  /** Who may make an account: anybody, whoever was invited, or nobody. */
  registration: "'open' | 'invited' | 'closed'",
  /** Nothing was ever set up here: the one-time link that the server printed is the only way on. */
  needs_setup: 'boolean',
  /** Where page views, identities and faults of the web app are reported to; null: nowhere. */
  report_url: 'string | null',
  /** Whether mail is sent; where it is not, it waits in an outbox that a site admin reads. */
  mail: 'boolean',
  /** The built-in sample API, which calls may reach: something to try a first monitor on. */
  sample_url: 'string',
})

export type AppConfiguration = Shape<typeof appConfiguration>
