// In its own chunk: most sign-ins need none of it.
const prompts = async () => (await import('./passkey-prompts.ts')).passkeyPrompts

/** Passkeys of this browser and its devices. */
export const passkeys = {
  isSupported: (): boolean => typeof PublicKeyCredential === 'function',
  create: async (options: object) => (await prompts()).create(options),
  sign: async (options: object) => (await prompts()).sign(options),
}
