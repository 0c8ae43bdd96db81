import { destinationOf, WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import type { Webhook } from './webhook-list.ts'

/** The categories that can be alerted on, the worst first. */
export const ALERT_CATEGORIES = ['FAIL', 'WARNING', 'SLOW', 'PASS'] as const

/** All that can be alerted on: results, and that none come. */
export const ALERT_STATUSES = [...ALERT_CATEGORIES, 'NO_DATA'] as const

/** Names of the groups of types, in display order. */
export const GROUPS = [
  { id: 'mail', title: 'Mail' },
  { id: 'chat', title: 'Chat' },
  { id: 'push', title: 'Phone' },
  { id: 'incident', title: 'Incidents' },
  { id: 'events', title: 'Observability' },
  { id: 'web', title: 'Web and monitors' },
] as const

/** Where an alert goes, without the scheme of an address; empty where its type says it all, or the address is a secret. */
export const destinationWords = ({ web_hook_type: id, parameters }: Webhook): string => {
  const destination = destinationOf(id, parameters)
  return destination === WEBHOOK_TYPES[id].title ? '' : destination.replace(/^https?:\/\//, '')
}
