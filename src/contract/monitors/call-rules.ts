/**
 * The method of a redirect by 301 or 302, for calls that are no GET, HEAD or POST: `keep` repeats the call with its method and body, as
 * RFC 9110 has it (15.4.2 and 15.4.3); `get` sends GET without a body.
 */
export const REDIRECT_METHODS = ['keep', 'get'] as const

/** A run whose request names a variable without a value: `fail` ends it before anything is sent, `send` sends the placeholder as it is written. */
export const UNSET_VARIABLES = ['fail', 'send'] as const

/** Rules that a call was written under: an upgrade changes them for new monitors only. */
export type CallRules = {
  readonly redirect_method: (typeof REDIRECT_METHODS)[number]
  readonly unset_variables: (typeof UNSET_VARIABLES)[number]
}

/** The rules of new monitors. */
export const NEW_RULES: CallRules = { redirect_method: 'keep', unset_variables: 'fail' }

/** The rules of monitors from before 0.6, whose documents name none. */
export const OLDER_RULES: CallRules = { redirect_method: 'get', unset_variables: 'send' }
