import type { deliveryStatus } from '../../contract/core/delivery-status.ts'
import type { Shape } from '../../contract/core/endpoint.ts'

export type DeliveryStatus = Shape<typeof deliveryStatus>

/** Status of a delivery that is over; null while it is not. */
type Ending = 'delivered' | 'kept' | 'failed' | 'withdrawn' | 'merged' | null

/** Returns the status of a delivery from its ending, whether an attempt is in progress, and whether an attempt has failed. */
export const deliveryStatusOf = (facts: {
  readonly ending: Ending
  readonly isInFlight: boolean
  readonly hasFailed: boolean
}): DeliveryStatus => {
  if (facts.ending !== null) return facts.ending
  if (facts.isInFlight) return 'sending'
  return facts.hasFailed ? 'retrying' : 'queued'
}

/** Words for each status. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  delivered: 'Delivered',
  kept: 'Not sent',
  retrying: 'Retrying',
  failed: 'Not delivered',
  withdrawn: 'Withdrawn',
  merged: 'Merged',
}

/** Explains why mail is kept, and how to send it. The remedy comes first, as rows show only the beginning. */
export const NO_MAIL_SERVER =
  'No mail server: set SONDE_SMTP_URL and restart the server. Until then, mail stays in the outbox.'

const NOT_CONFIRMED = 'has not confirmed that it wants alerts of this project'

/** Explains why a confirmation link reached nobody, and what to do. */
export const LINK_NOT_SENT =
  'The mail with the link was not sent: no mail server is configured. Set SONDE_SMTP_URL and restart the server, or ask a site administrator for the link: the mail is in the outbox.'

/** Explains why an alert is not sent to an address. `mailLeaves`: a mail server is configured. */
export const notConfirmed = (address: string, mailLeaves: boolean): string =>
  mailLeaves
    ? `${address} ${NOT_CONFIRMED}: open the link in the mail that was sent there.`
    : `${address} ${NOT_CONFIRMED}. ${LINK_NOT_SENT}`

type Outcome = { readonly status: DeliveryStatus; readonly http_code: number | null; readonly error: string | null }

/** Words for the status of a delivery. One that waits for its recipient's consent is retried, but the retries are not the problem. */
export const deliveryWord = ({ status, error }: Pick<Outcome, 'status' | 'error'>): string =>
  status === 'retrying' && error?.includes(NOT_CONFIRMED) ? 'Recipient has not confirmed yet' : DELIVERY_WORDS[status]

/** Explains in a sentence why a delivery has not arrived; empty if it has, or if no attempt has failed. */
export const deliveryProblem = ({ status, http_code, error }: Outcome): string => {
  if (status === 'delivered') return ''
  if (status === 'kept') return NO_MAIL_SERVER
  if (status === 'withdrawn') return 'The incident ended before this was sent.'
  return error ?? (http_code === null || http_code < 300 ? '' : `The receiver answered ${http_code}.`)
}

/** Whether a delivery needs attention: it failed, or has not left yet although it was tried. */
export const hasDeliveryProblem = (status: DeliveryStatus): boolean =>
  status === 'kept' || status === 'retrying' || status === 'failed'

const WORST_FIRST: readonly DeliveryStatus[] = [
  'failed',
  'kept',
  'retrying',
  'sending',
  'queued',
  'withdrawn',
  'delivered',
  // One recipient of several was told by another message: the others decide.
  'merged',
]

/** Compares two statuses; negative if the first is worse. */
export const compareDeliveries = (a: DeliveryStatus, b: DeliveryStatus): number =>
  WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b)
