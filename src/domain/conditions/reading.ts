import type { Value } from './values.ts'

/**
 * Why a condition gives no answer. A condition on something that the response lacks, such as JSON, does not hold. One that cannot be
 * evaluated leads to the worse of its outcomes.
 */
export type Gap = { readonly note: string; readonly isLacking: boolean }
export type Reading<Read = Value> =
  | { readonly value: Read; readonly gap?: never }
  | { readonly gap: Gap; readonly value?: never }

export const lacking = (note: string): { readonly gap: Gap } => ({ gap: { note, isLacking: true } })
export const unable = (note: string): { readonly gap: Gap } => ({ gap: { note, isLacking: false } })
