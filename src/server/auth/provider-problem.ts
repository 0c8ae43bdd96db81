import { quotedLine } from '../../domain/core/cut-text.ts'

/** Why a provider gave no token, as a sentence for people. It quotes no secret. */
export class ProviderProblem extends Error {
  /** The provider's error code, such as `invalid_grant`; null where it sent none. */
  readonly code: string | null
  /** Whether trying again can help, as after a timeout. */
  readonly isPassing: boolean
  constructor(sentence: string, more: { code?: string | null; isPassing?: boolean } = {}) {
    super(sentence)
    this.code = more.code ?? null
    this.isPassing = more.isPassing ?? false
  }
}

/** Meanings of error codes (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8628 section 3.5). */
const MEANINGS: Readonly<Record<string, string>> = {
  invalid_client: 'the client ID, the client secret or the client authentication is wrong',
  invalid_grant: 'the code, refresh token, password or assertion is not valid, or no longer',
  unauthorized_client: 'this client may not use this grant',
  unsupported_grant_type: 'it does not offer this grant',
  invalid_scope: 'it does not know one of the scopes, or does not grant it',
  invalid_request: 'it does not understand the request',
  access_denied: 'access was denied',
  expired_token: 'the code expired before it was entered',
  unsupported_response_type: 'it does not offer the authorization code grant to this client',
  server_error: 'it had an internal error',
  temporarily_unavailable: 'it is overloaded or under maintenance',
  redirect_uri_mismatch: 'the callback address is not registered at the provider',
}

const LONGEST = 300

/** Sentence about an error that a provider answered. */
export const refusalSentence = (
  host: string,
  { error, description }: { error: string; description: unknown },
): string => {
  const code = quotedLine(error, LONGEST)
  const own = typeof description === 'string' ? quotedLine(description, LONGEST) : ''
  const meaning = MEANINGS[code]
  const quoted = own === '' ? '' : ` “${own}”${/[.!?]$/.test(own) ? '' : '.'}`
  return `${host} refused: ${meaning ?? 'it gave an error'} (${code}).${quoted}`
}
