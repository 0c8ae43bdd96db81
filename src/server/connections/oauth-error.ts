type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'

/** A refusal in the form of OAuth (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  readonly code: Code
  readonly status: number
  constructor(code: Code, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}
