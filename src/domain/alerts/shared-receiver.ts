import type { WebhookParameterName } from './webhook-parameter.ts'
import { isMailType, recipientsIn, WEBHOOK_TYPES, type WebhookTypeId } from './webhook-types.ts'

/** A person, room or incident service that an alert tells. `mark` is the same for two alerts that tell the same one. */
export type Receiver = { readonly recipient: string | null; readonly mark: string }

/** Groups of channels whose receivers are told of one outage once. Programs and data stores get the messages of every alert. */
const TOLD_ONCE: ReadonlySet<string> = new Set(['mail', 'chat', 'push', 'incident'])

/** Whether messages of a channel may be left out because another alert told the receiver. */
export const isToldOnce = (type: WebhookTypeId): boolean =>
  TOLD_ONCE.has(WEBHOOK_TYPES[type].group) && WEBHOOK_TYPES[type].ended === undefined

/** Whether a channel is written for people, who are told of several monitors in one message. A custom text is about one monitor. */
export const isGathered = (type: WebhookTypeId, { priority }: { readonly priority?: unknown } = {}): boolean =>
  isToldOnce(type) &&
  WEBHOOK_TYPES[type].group !== 'incident' &&
  type !== 'email_template' &&
  // An emergency is cancelled by the end of its own monitor.
  !(type === 'pushover' && priority === '2')

/**
 * The receivers of an alert. The two plain mails are one receiver per address; a mail with a text of its own is another one, because
 * somebody chose its words. For other channels all parameters must agree, so that another channel, severity or priority is another receiver.
 */
export const receiversOf = (
  type: WebhookTypeId,
  open: Readonly<Partial<Record<WebhookParameterName, string>>>,
): Receiver[] => {
  if (!isToldOnce(type)) return []
  const parameters = WEBHOOK_TYPES[type].parameters.filter(({ kind }) => kind !== 'emails' && kind !== 'phones')
  const settings = parameters.flatMap(({ name }) => (open[name] ? [[name, open[name]]] : []))
  const channel = isMailType(type) && type !== 'email_template' ? 'mail' : type
  return recipientsIn(type, open).map((recipient) => ({
    recipient,
    mark: JSON.stringify([channel, recipient?.toLowerCase() ?? null, settings]),
  }))
}
