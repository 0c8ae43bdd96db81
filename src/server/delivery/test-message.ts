import { randomUUID } from 'node:crypto'
import { SIGNALS } from '../../contract/alerts/webhooks.ts'
import { exampleMessage } from '../../domain/alerts/example-message.ts'
import { hasRecipients, recipientsIn, WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { openParameters, type WebhookDoc } from '../store/alerts/webhooks.ts'
import { CHANNELS } from './channels/channels.ts'
import { type AlertDelivery, type Delivering, deliver, type Outcome, request } from './deliver.ts'

type Asked = {
  readonly doc: WebhookDoc
  readonly webhook: { readonly id: string; readonly name: string }
  readonly projectKey: number
  /** The monitor in the message; null: an example. */
  readonly monitor: Parameters<typeof exampleMessage>[0]['monitor']
  readonly resultUrl: (id: string) => string
}

export type TestOutcome = Outcome & { readonly durationMs: number; readonly detail: string }

const WORST_FIRST = ['FAIL', 'WARNING', 'SLOW', 'PASS', 'NO_DATA', ...SIGNALS] as const

/** Category of the test message: the worst that the webhook alerts on. */
const worst = ({ alerts }: WebhookDoc) => WORST_FIRST.find((category) => alerts.includes(category)) ?? 'FAIL'

/**
 * Sends a message marked as a test now. At a receiver that keeps incidents, the test incident is closed again. A receiver that publishes
 * incidents is only asked whether it would accept them.
 */
export const sendTest = async (delivering: Delivering, asked: Asked): Promise<TestOutcome> => {
  const began = performance.now()
  const outcome = await sendAll(delivering, asked)
  const durationMs = Math.round(performance.now() - began)
  return {
    ...outcome,
    durationMs,
    detail: outcome.detail ?? (outcome.ok ? 'The receiver accepted it.' : 'It did not arrive.'),
  }
}

const sendAll = async (
  delivering: Delivering,
  { doc, webhook, projectKey, monitor, resultUrl }: Asked,
): Promise<Outcome> => {
  const channel = CHANNELS[doc.web_hook_type]
  const now = delivering.clock()
  const id = `msg_test_${randomUUID()}`
  const messageOf = (kind: 'alert' | 'recovery') =>
    exampleMessage({ webhook, monitor, kind, category: worst(doc), resultUrl, now, id: `${id}_${kind}` })
  const deliveryOf = (kind: 'alert' | 'recovery', recipient: string | null): AlertDelivery => ({
    message: messageOf(kind),
    doc,
    projectKey,
    recipient,
  })
  if (hasRecipients(doc.web_hook_type)) {
    const recipients = recipientsIn(doc.web_hook_type, doc.parameters)
    const outcomes = await Promise.all(recipients.map((one) => deliver(delivering, deliveryOf('alert', one))))
    const failed = outcomes.find(({ ok }) => !ok)
    return failed ?? outcomes[0] ?? { ok: false, httpCode: null, error: 'The alert has no recipient.' }
  }
  if (channel.via === 'http' && channel.trial) {
    const { open, secrets } = openParameters(doc, delivering.sealing)
    const filled = await delivering.fillParameters({ projectKey, doc, open, message: messageOf('alert') })
    const outcome = await request(
      delivering,
      channel.trial(filled.open, { providers: delivering.providers, nowMs: now }),
      { secrets: [...secrets, ...filled.secrets], held: filled.held },
    )
    return outcome.ok ? { ...outcome, detail: 'The keys and ids are valid. Nothing was changed.' } : outcome
  }
  const opened = await deliver(delivering, deliveryOf('alert', null))
  if (!opened.ok || !WEBHOOK_TYPES[doc.web_hook_type].isStateful) return opened
  const closed = await deliver(delivering, deliveryOf('recovery', null))
  return closed.ok ? { ...closed, detail: 'A test incident was opened and closed again.' } : closed
}
