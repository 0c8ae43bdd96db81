type Missing = 'auth setting' | 'token'

/** The auth setting and token that a monitor names. */
export type NamedAuth = { readonly auth_id?: string | null; readonly token_id?: string | null }

/**
 * The part of a monitor's authentication that does not exist any more; null if nothing is missing. A restored monitor can name an auth
 * setting or a token that was deleted after the monitor.
 */
export const missingAuth = (
  { auth_id: authId = null, token_id: tokenId = null }: NamedAuth,
  has: { readonly setting: boolean; readonly token: boolean },
): Missing | null => {
  if (authId !== null && !has.setting) return 'auth setting'
  return tokenId !== null && !has.token ? 'token' : null
}

/** Sentence about a monitor whose auth setting or token does not exist any more. */
export const missingAuthSentence = (missing: Missing): string =>
  `The ${missing} of this monitor was deleted, so its calls are not made. Choose another ${missing}, or none.`

/** Why a run of such a monitor is not made, as a sentence without its end. */
export const refusedForMissing = (missing: Missing): string =>
  `the ${missing} of this monitor was deleted, so the call was not made: choose another ${missing} for the monitor, or none`

/** Why a run is not made whose token has no value, as a revoked one, as a sentence without its end. */
export const refusedForEmpty = (token: string): string =>
  `the token “${token}” has no value, so the call was not made: authenticate again`

/** Why a run is not made whose auth setting names a deleted certificate, as a sentence without its end. */
export const refusedForCertificate = (setting: string): string =>
  `the certificate of the auth setting “${setting}” was deleted, so the call was not made: choose another certificate for the auth setting, or none`
