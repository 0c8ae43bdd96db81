/** The secrets of an authorization, as this tab stores them while the provider's page is open. */
export type StoredAuthorization = { readonly verifier: string | null; readonly state: string | null }

// The specification names them.
const VERIFIER = 'pkce_verifier'
const STATE = 'oauth_state'

const NO_STORAGE =
  'This browser stores nothing for this site, which connecting needs. Allow site data for it, then try again.'

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A random text of 256 bits, 43 letters long. */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Verifier, state and challenge of third-party authorizations. */
export const authorizationSecrets = {
  /** Makes a PKCE verifier with its S256 challenge (RFC 7636), and a text that nobody else knows. */
  async make(): Promise<{ verifier: string; challenge: string; csrfToken: string }> {
    const verifier = randomText()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    return { verifier, challenge: base64url(new Uint8Array(digest)), csrfToken: randomText() }
  },
  /** Stores verifier and state until the provider leads back to this tab. @throws a sentence if the browser stores nothing. */
  keep({ verifier, state }: { verifier: string; state: string }): void {
    try {
      sessionStorage.setItem(VERIFIER, verifier)
      sessionStorage.setItem(STATE, state)
    } catch {
      throw new Error(NO_STORAGE)
    }
  },
  /** Reads verifier and state, and removes them: they work once. */
  take(): StoredAuthorization {
    try {
      const stored = { verifier: sessionStorage.getItem(VERIFIER), state: sessionStorage.getItem(STATE) }
      sessionStorage.removeItem(VERIFIER)
      sessionStorage.removeItem(STATE)
      return stored
    } catch {
      return { verifier: null, state: null }
    }
  },
}
