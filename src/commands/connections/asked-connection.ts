import type { ProductContract } from '../../contract/contract.ts'
import type { QueryOf } from '../../contract/core/endpoint.ts'

type Asked = QueryOf<ProductContract['connection.ask']>

/** Reads the request of an application from the address that it opened. */
export const askedIn = (search: Readonly<Record<string, string>>): Asked => ({
  client_id: search.client_id ?? '',
  redirect_uri: search.redirect_uri ?? '',
  response_type: search.response_type ?? '',
  code_challenge: search.code_challenge ?? '',
  code_challenge_method: search.code_challenge_method ?? '',
  ...(search.resource !== undefined && { resource: search.resource }),
  ...(search.scope !== undefined && { scope: search.scope }),
  ...(search.state !== undefined && { state: search.state }),
})
