import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { OpenSetting } from './open-setting.ts'
import { ProviderProblem } from './provider-problem.ts'
import { signingKey } from './signing-key.ts'

const USUAL_LIFETIME = 300

/** Signs the assertion of a setting of type OAUTH2_JWT (RFC 7523 section 3). Registered claims stand above the further ones. */
export const signAssertion = ({ settings, privateKey }: OpenSetting, scope: string, now: number): Promise<string> => {
  if (privateKey === null) throw new ProviderProblem('The auth setting has no private key: enter it first.')
  const alg = settings.signing_alg ?? 'RS256'
  const claims: Record<string, unknown> = settings.claims ? JSON.parse(settings.claims) : {}
  const issued = Math.floor(now / 1000)
  return new SignJWT({ ...(scope !== '' && { scope }), ...claims })
    .setProtectedHeader({ alg, typ: 'JWT', ...(settings.signing_key_id && { kid: settings.signing_key_id }) })
    .setIssuer(settings.issuer ?? '')
    .setSubject(settings.subject || settings.issuer || '')
    .setAudience(settings.audience || settings.token_url || '')
    .setIssuedAt(issued)
    .setExpirationTime(issued + (settings.lifetime_seconds ?? USUAL_LIFETIME))
    .setJti(randomUUID())
    .sign(signingKey(privateKey, alg))
}
