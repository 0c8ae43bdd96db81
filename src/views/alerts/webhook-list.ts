import type { webhooks } from '../../contract/alerts/webhooks.ts'
import type { Row } from '../../contract/core/resource.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { destinationWords } from './webhook-type.ts'

export type Webhook = Row<typeof webhooks>

/** What a list of alerts is narrowed to; empty parts let everything through. */
export type WebhookFilter = {
  readonly search: string
  readonly types: readonly string[]
  readonly states: readonly string[]
}

/** How an alert stands: `trouble` is one whose newest message did not get through. */
export type WebhookState = 'on' | 'off' | 'snoozed' | 'trouble'

/** When a snooze ends, in Unix ms; null where the alert is awake at `now`. */
export const snoozedUntil = ({ snoozed_until: until }: Pick<Webhook, 'snoozed_until'>, now: number): number | null => {
  const end = until === null ? Number.NaN : Date.parse(until)
  return end > now ? end : null
}

/** How an alert stands at `now`: what keeps it quiet on purpose comes first. */
export const stateOf = (webhook: Webhook, now: number): WebhookState => {
  if (!webhook.enabled) return 'off'
  if (snoozedUntil(webhook, now) !== null) return 'snoozed'
  const { last_delivery: last } = webhook
  return last !== null && last.status !== 'delivered' ? 'trouble' : 'on'
}

const commas = (text: string | undefined): readonly string[] =>
  text ? text.split(',').filter((each) => each !== '') : []

/** The filter that an address says. */
export const webhookFilter = (search: Readonly<Record<string, string>>): WebhookFilter => ({
  search: search.search ?? '',
  types: commas(search.type),
  states: commas(search.state),
})

export const isOpen = ({ search, types, states }: WebhookFilter): boolean =>
  search.trim() === '' && types.length === 0 && states.length === 0

const haystack = (webhook: Webhook): string =>
  [
    webhook.name,
    WEBHOOK_TYPES[webhook.web_hook_type].title,
    destinationWords(webhook),
    ...webhook.include_tags,
    ...webhook.exclude_tags,
    webhook.id,
  ]
    .join('\n')
    .toLowerCase()

/** The alerts that a filter lets through, by name. */
export const siftedWebhooks = (all: readonly Webhook[], filter: WebhookFilter, now: number): readonly Webhook[] => {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter(
      (webhook) =>
        (filter.types.length === 0 || filter.types.includes(webhook.web_hook_type)) &&
        (filter.states.length === 0 || filter.states.includes(stateOf(webhook, now))) &&
        words.every((word) => haystack(webhook).includes(word)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}
