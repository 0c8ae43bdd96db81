import type { Sender } from './sender.ts'

/** The loop that sends queued deliveries. */
export const deliveryLoops = (sender: Sender) =>
  [{ name: 'delivery', everyMs: 1_000, stops: 'delivery', kind: 'messages', work: () => sender.sendDue() }] as const
