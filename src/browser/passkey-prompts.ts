import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Browsers end a prompt that was closed or timed out with the same error, so that pages learn nothing. */
const CLOSED = 'The prompt of the browser was closed, or this device has no matching passkey. Try again.'
const KNOWN = 'This device has a passkey for your account already.'

const inWords = (cause: unknown): never => {
  const name = typeof cause === 'object' && cause !== null && 'name' in cause ? cause.name : ''
  throw new Error(name === 'InvalidStateError' ? KNOWN : CLOSED, { cause })
}

/** Makes passkeys of this browser and its devices, and signs with them. */
export const passkeyPrompts = {
  async create(options: object) {
    // The endpoint's answer are these options.
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
    const made = await startRegistration({ optionsJSON }).catch(inWords)
    const { clientDataJSON: client_data, attestationObject: attestation, transports } = made.response
    return { credential_id: made.id, client_data, attestation, ...(transports && { transports }) }
  },
  async sign(options: object) {
    // The endpoint's answer are these options.
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
    const signed = await startAuthentication({ optionsJSON }).catch(inWords)
    const {
      clientDataJSON: client_data,
      authenticatorData: authenticator_data,
      signature,
      userHandle,
    } = signed.response
    return { credential_id: signed.id, client_data, authenticator_data, signature, user_handle: userHandle ?? null }
  },
}
