/**
 * A run whose request names a variable without a value: `fail` ends it before anything is sent, `send` sends the placeholder as it is
 * written, as monitors from before 0.6 do.
 */
export const UNSET_VARIABLES = ['fail', 'send'] as const
export type UnsetVariables = (typeof UNSET_VARIABLES)[number]
