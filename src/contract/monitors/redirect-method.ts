/**
 * The method of a redirect by 301 or 302, for calls that are no GET, HEAD or POST: `keep` repeats the call with its method and body, as
 * RFC 9110 has it (15.4.2 and 15.4.3); `get` sends GET without a body, as monitors from before 0.6 do.
 */
export const REDIRECT_METHODS = ['keep', 'get'] as const
export type RedirectMethod = (typeof REDIRECT_METHODS)[number]
