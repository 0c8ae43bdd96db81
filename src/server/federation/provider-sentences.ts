import * as oauth from 'oauth4webapi'
import { ProviderProblem, refusalSentence } from '../auth/provider-problem.ts'

/** The claim of an ID token that did not match; null if it was something else. */
const claimIn = (cause: unknown): string | null => {
  if (typeof cause !== 'object' || cause === null || !('claim' in cause)) return null
  return typeof cause.claim === 'string' ? cause.claim : null
}

const WRONG_CLAIM: Readonly<Record<string, string>> = {
  nonce: 'its answer belongs to another sign-in (the nonce differs). Start again',
  iss: 'its token names another issuer. An administrator has to correct the issuer',
  aud: 'its token is for another client. An administrator has to correct the client ID',
  exp: 'its token has expired. The clocks may differ',
}

const processed = (error: oauth.OperationProcessingError, host: string): string => {
  const claim = claimIn(error.cause)
  switch (error.code) {
    case oauth.JWT_CLAIM_COMPARISON:
      return `${host}: ${WRONG_CLAIM[claim ?? ''] ?? `its token is not valid (${claim ?? 'a claim differs'})`}.`
    case oauth.JSON_ATTRIBUTE_COMPARISON:
      return `${host} gave the profile of another person than the one who signed in.`
    case oauth.JWT_TIMESTAMP_CHECK:
      return `${host}: its token is not valid at this time. The clocks may differ.`
    case oauth.KEY_SELECTION:
      return `${host} signed its token with a key that it does not publish.`
    case oauth.RESPONSE_IS_NOT_JSON:
      return `${host} did not answer with JSON. An administrator has to check the issuer.`
    case oauth.RESPONSE_IS_NOT_CONFORM:
      return `${host} gave an answer that is not of an OpenID provider. An administrator has to check the issuer.`
    default:
      return `${host} gave an answer that is not valid: ${error.message.replaceAll('"', '').replace(/\.$/, '')}.`
  }
}

/** A failure at a provider, as a sentence for the person who signs in. It quotes no secret. */
export const providerProblem = (error: unknown, host: string): ProviderProblem => {
  if (error instanceof ProviderProblem) return error
  if (error instanceof oauth.AuthorizationResponseError) {
    const sentence =
      error.error === 'access_denied'
        ? `You did not allow the sign-in at ${host}.`
        : refusalSentence(host, { error: error.error, description: error.error_description })
    return new ProviderProblem(sentence, { code: error.error })
  }
  if (error instanceof oauth.ResponseBodyError) {
    const sentence =
      error.error === 'invalid_grant'
        ? `${host} does not accept the sign-in: it was used already, or took too long. Start again.`
        : refusalSentence(host, { error: error.error, description: error.error_description })
    return new ProviderProblem(sentence, { code: error.error, isPassing: error.status >= 500 })
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ProviderProblem(refusalSentence(host, { error: 'invalid_client', description: null }), {
      code: 'invalid_client',
    })
  if (error instanceof oauth.OperationProcessingError) return new ProviderProblem(processed(error, host))
  if (error instanceof oauth.UnsupportedOperationError)
    return new ProviderProblem(`${host} offers no sign-in that works here: ${error.message.replace(/\.$/, '')}.`)
  throw error
}
