/** Whether a text is a Standard Webhooks secret: the base64 of 24 to 64 bytes, with an optional `whsec_` prefix. */
export const isSigningSecret = (secret: string): boolean => {
  const base64 = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return false
  const bytes = (base64.replace(/=+$/, '').length * 6) >> 3
  return bytes >= 24 && bytes <= 64
}
