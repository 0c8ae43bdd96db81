import { redirectProblem } from '../../domain/connections/redirect-uri.ts'
import { seenPart } from '../../domain/core/shown-name.ts'
import { addClient, type Client } from '../store/connections/clients.ts'
import type { Db } from '../store/core/database.ts'
import { OAuthError } from './oauth-error.ts'

const MOST_REDIRECTS = 10
const LONGEST_NAME = 100

const readName = (name: unknown): string => {
  if (name === undefined) return 'An application'
  if (typeof name !== 'string') throw new OAuthError('invalid_client_metadata', 'client_name must be a text.')
  const clean = seenPart(name).slice(0, LONGEST_NAME)
  return clean === '' ? 'An application' : clean
}

const readWebsite = (address: unknown): string | null =>
  typeof address === 'string' &&
  address.length <= 500 &&
  !/\p{Cc}/u.test(address) &&
  URL.canParse(address) &&
  new URL(address).protocol === 'https:'
    ? address
    : null

const readRedirects = (given: unknown): string[] => {
  const uris: unknown[] = Array.isArray(given) ? given : []
  if (uris.length === 0 || uris.length > MOST_REDIRECTS)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must name 1 to ${MOST_REDIRECTS} addresses.`)
  return uris.map((uri) => {
    const problem = typeof uri === 'string' ? redirectProblem(uri) : 'A redirect URI must be a text.'
    if (typeof uri !== 'string' || problem !== null) throw new OAuthError('invalid_redirect_uri', problem ?? '')
    return uri
  })
}

/** Registers an application (RFC 7591). It is public: it gets no secret, whatever it asks for. */
export const registerClient = async (db: Db, body: Readonly<Record<string, unknown>>, now: number): Promise<object> => {
  const { response_types: responses, grant_types: grants } = body
  if (Array.isArray(responses) && !responses.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types must include code.')
  if (Array.isArray(grants) && !grants.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types must include authorization_code.')
  const client = await addClient(
    db,
    {
      name: readName(body.client_name),
      redirectUris: readRedirects(body.redirect_uris),
      website: readWebsite(body.client_uri),
    },
    now,
  )
  if (!client)
    throw new OAuthError('temporarily_unavailable', 'Too many applications are registered: try again later.', 503)
  return answerOf(client)
}

const answerOf = ({ id, name, redirect_uris, website, created }: Client) => ({
  client_id: id,
  client_id_issued_at: Math.floor(created / 1000),
  client_name: name,
  ...(website !== null && { client_uri: website }),
  redirect_uris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})
