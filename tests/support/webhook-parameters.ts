import type { WebhookParameter } from '../../src/domain/alerts/webhook-parameter.ts'
import { WEBHOOK_TYPES, type WebhookTypeId } from '../../src/domain/alerts/webhook-types.ts'

/** What a secret of a webhook is in tests: to be found wherever it must not be. */
export const canaryOf = (id: WebhookTypeId, name: string): string => `CANARY-${id}-${name}-7f3a`

const SIGNING = `whsec_${Buffer.from('CANARY-signing-secret-24-bytes-and-more').toString('base64')}`

type Choices = { readonly url?: string; readonly monitorId?: string; readonly workflowId?: string }

const rightValue = (
  id: WebhookTypeId,
  parameter: WebhookParameter,
  { url, monitorId, workflowId }: Choices,
): string => {
  const { name, kind, isSecret, choices, initial, format } = parameter
  if (name === 'secret') return SIGNING
  if (format) return format.example
  if (kind === 'url') return `${url ?? 'https://hooks.example'}/${isSecret ? canaryOf(id, name) : 'in'}`
  if (kind === 'headers') return `x-token: ${canaryOf(id, name)}`
  if (kind === 'secret') return canaryOf(id, name)
  if (kind === 'phones') return '+4915112345678'
  if (kind === 'emails') return 'ops@example.com'
  if (kind === 'monitor') return monitorId ?? 'm1'
  if (kind === 'workflow') return workflowId ?? 'f1'
  return choices?.[0]?.value ?? initial ?? `${id}-${name}`
}

/** Right values for all parameters of a type. */
export const rightParameters = (id: WebhookTypeId, choices: Choices = {}): Record<string, string> =>
  Object.fromEntries(WEBHOOK_TYPES[id].parameters.map((one) => [one.name, rightValue(id, one, choices)]))
