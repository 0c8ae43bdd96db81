import { type DeliveryStatus, deliveryStatusOf } from '../../../domain/core/delivery-status.ts'

/** Stored states of a delivery. `merged`: another message told its receiver; `held`: that one is not sent yet. */
export const DELIVERY_STATES = {
  pending: 0,
  delivered: 1,
  failed: 2,
  kept: 3,
  withdrawn: 4,
  merged: 5,
  held: 6,
} as const

const ENDINGS = [null, 'delivered', 'failed', 'kept', 'withdrawn', 'merged', 'merged'] as const

/** Returns the status of a stored delivery at `now`. */
export const storedStatus = (
  stored: { readonly state: number; readonly error: string | null; readonly claimed_until: number | null },
  now: number,
): DeliveryStatus =>
  deliveryStatusOf({
    ending: ENDINGS[stored.state] ?? null,
    isInFlight: stored.claimed_until !== null && stored.claimed_until > now,
    hasFailed: stored.error !== null,
  })
