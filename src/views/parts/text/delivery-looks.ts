import type { DeliveryStatus } from '../../../domain/core/delivery-status.ts'
import type { Category } from './category.ts'

/** Shape and colour of each delivery status. */
export const deliveryLooks: Readonly<Record<DeliveryStatus, Category>> = {
  queued: 'QUEUED',
  sending: 'QUEUED',
  delivered: 'PASS',
  kept: 'WARNING',
  retrying: 'WARNING',
  failed: 'FAIL',
  withdrawn: 'SKIPPED',
  merged: 'SKIPPED',
}
