import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

type Begun = AnswerOf<ProductContract['integration.begin']>

/** The provider's page for an authorization code with PKCE. The operator's own parameters replace none of these. */
export const authorizationUrl = (begun: Begun, { state, challenge }: { state: string; challenge: string }): string => {
  const url = new URL(begun.authorize_url)
  const asked = {
    ...begun.params,
    response_type: 'code',
    client_id: begun.client_id,
    redirect_uri: begun.redirect_uri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(begun.scope !== '' && { scope: begun.scope }),
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}
