import type { webhookType } from '../../contract/alerts/webhooks.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { parameterOf, type WebhookParameter } from './webhook-parameter.ts'

export type WebhookTypeId = Exclude<Shape<typeof webhookType>, 'generic'>

/** A channel: its words, its parameters, and when it gets messages. */
export type WebhookType = {
  readonly title: string
  /** One line about the channel's messages. */
  readonly description: string
  readonly group: 'mail' | 'chat' | 'push' | 'incident' | 'events' | 'web'
  /** Whether the receiver tracks incidents itself. It gets one message per incident, and always its end. */
  readonly isStateful: boolean
  /** Default for messages about every further failure of an incident; null if the channel never sends them. */
  readonly repeats: boolean | null
  readonly parameters: readonly WebhookParameter[]
  /** The end of the service, as a sentence. Such a channel is neither chosen nor sent to any more. */
  readonly ended?: string
}

/** Part of the table of channels. */
export type WebhookTypes = Readonly<Partial<Record<WebhookTypeId, WebhookType>>>

export const chat = { group: 'chat', isStateful: false, repeats: true } as const
/** Phones ring once per incident, and once more when it ends. */
export const push = { group: 'push', isStateful: false, repeats: false } as const
export const incident = { group: 'incident', isStateful: true, repeats: null } as const
export const events = { group: 'events', isStateful: false, repeats: true } as const

const { url, secret } = parameterOf

/** A URL that gives access to anyone who knows it. */
export const secretUrl = (hint: string): WebhookParameter =>
  url({ name: 'url', label: 'Webhook URL', required: true, isSecret: true, hint })

export const apiKey = (hint: string): WebhookParameter =>
  secret({ name: 'api_key', label: 'API key', required: true, hint })

export const tokenOf = (label: string, hint: string, required = true): WebhookParameter =>
  secret({ name: 'token', label, required, hint })

/** Choices that are shown as they are sent. */
export const asWritten = (values: readonly string[]): { value: string; words: string }[] =>
  values.map((value) => ({ value, words: value }))
