import { createHash } from 'node:crypto'
import { PLAIN_POLICY } from '../../../domain/alerts/alert-policy.ts'
import { type Receiver, receiversOf } from '../../../domain/alerts/shared-receiver.ts'
import { openParameters, type WebhookDoc } from '../../store/alerts/webhooks.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'

const MOST_KNOWN = 5_000

type Known = { readonly lastUpdate: number; readonly receivers: readonly Receiver[] }

/** Receivers by webhook, as long as the webhook stays as it is; marks are hashed, so that no secret stays in memory. */
const known = new WeakMap<SecretCipher, Map<number, Known>>()

/** The receivers of an alert that are told of one outage once; none if it tells each of its messages, or if its secrets cannot be opened now. */
export const mergingReceivers = (
  { key, doc, last_update: lastUpdate }: Stored<WebhookDoc>,
  sealing: SecretCipher,
): readonly Receiver[] => {
  if (!(doc.policy?.merge ?? PLAIN_POLICY.merge)) return []
  const ofCipher = known.get(sealing) ?? new Map<number, Known>()
  known.set(sealing, ofCipher)
  const before = ofCipher.get(key)
  if (before?.lastUpdate === lastUpdate) return before.receivers
  const receivers = marked(doc, sealing)
  if (receivers === null) return []
  if (ofCipher.size >= MOST_KNOWN) ofCipher.clear()
  ofCipher.set(key, { lastUpdate, receivers })
  return receivers
}

const marked = (doc: WebhookDoc, sealing: SecretCipher): Receiver[] | null => {
  try {
    return receiversOf(doc.web_hook_type, openParameters(doc, sealing).open).map(({ recipient, mark }) => ({
      recipient,
      mark: createHash('sha256').update(mark).digest('base64url'),
    }))
  } catch {
    // Where the key service is away nothing can be compared, and a message too many is better than one too few.
    return null
  }
}
