import type { FactorRow } from '../store/identity/factors.ts'

/** A new credential, as a browser made it. */
export type NewCredential = {
  readonly credential_id: string
  readonly client_data: string
  readonly attestation: string
  readonly transports?: readonly string[]
}

/** A signature of a passkey, as a browser made it. */
export type Assertion = {
  readonly credential_id: string
  readonly client_data: string
  readonly authenticator_data: string
  readonly signature: string
  readonly user_handle?: string | null
}

export type Credential = {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly synced: boolean
}

// Loaded on first use: its parsers of certificates take time and memory that most servers never need.
const webauthn = () => import('@simplewebauthn/server')

type Transports = NonNullable<
  Parameters<Awaited<ReturnType<typeof webauthn>>['verifyAuthenticationResponse']>[0]['credential']['transports']
>

/** Only hints for the browser's dialog, which ignores unknown ones. */
const transportsOf = (names: readonly string[]): Transports => [...names] as Transports

/** Passkeys of this installation: valid for the host of its public URL alone. */
export const passkeysAt = (url: string) => {
  const { hostname: rpID, origin } = new URL(url)
  return {
    /** Options for a new passkey of an account, which may sign in alone: it is discoverable and verifies its user. */
    async creation(account: { id: string; email: string; name: string }, known: readonly FactorRow[]) {
      return (await webauthn()).generateRegistrationOptions({
        rpName: 'Sonde',
        rpID,
        userID: new Uint8Array(Buffer.from(account.id)),
        userName: account.email,
        userDisplayName: account.name,
        attestationType: 'none',
        excludeCredentials: known.flatMap(({ credential_id: id, transports }) => (id ? [{ id, transports }] : [])),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
    },

    /** Returns the credential that a browser made for a challenge; null if it did not. */
    async created(made: NewCredential, challenge: string): Promise<Credential | null> {
      const { verifyRegistrationResponse } = await webauthn()
      const outcome = await verifyRegistrationResponse({
        response: {
          id: made.credential_id,
          rawId: made.credential_id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: made.client_data, attestationObject: made.attestation },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(() => null)
      if (!outcome?.verified) return null
      const { credential, credentialBackedUp } = outcome.registrationInfo
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        synced: credentialBackedUp,
      }
    },

    /** Options for a signature: by one of these passkeys, or by any that the browser finds; then it has to verify its user. */
    async request(known: readonly FactorRow[] | null) {
      return (await webauthn()).generateAuthenticationOptions({
        rpID,
        userVerification: known ? 'preferred' : 'required',
        ...(known && {
          allowCredentials: known.flatMap(({ credential_id: id, transports }) =>
            id ? [{ id, transports: transportsOf(transports) }] : [],
          ),
        }),
      })
    },

    /** Checks a signature of a passkey; returns its counter, or null if the signature is wrong. */
    async signed(
      signed: Assertion,
      passkey: FactorRow,
      { challenge, verifiesUser }: { challenge: string; verifiesUser: boolean },
    ): Promise<number | null> {
      if (passkey.public_key === null || passkey.credential_id === null) return null
      const { verifyAuthenticationResponse } = await webauthn()
      const outcome = await verifyAuthenticationResponse({
        response: {
          id: signed.credential_id,
          rawId: signed.credential_id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: signed.client_data,
            authenticatorData: signed.authenticator_data,
            signature: signed.signature,
            ...(signed.user_handle && { userHandle: signed.user_handle }),
          },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          // The store compares counters, so that of concurrent signatures one counts.
          counter: 0,
        },
        requireUserVerification: verifiesUser,
      }).catch(() => null)
      return outcome?.verified ? outcome.authenticationInfo.newCounter : null
    },
  }
}
