const BYTES = 32

/** A new secret for signing (Standard Webhooks): `whsec_` and the base64 of 32 random bytes. */
export const newSigningSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))}`
