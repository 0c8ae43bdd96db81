import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import type { Webhook } from './webhook-list.ts'

/** Status of an alert's newest delivery, and when it was last tried. */
export const DeliveryOutcome = ({ last }: { last: Webhook['last_delivery'] }) =>
  last === null ? <span className="muted hide-s">none yet</span> : <DeliveryState delivery={last} at={last.time} slim />
