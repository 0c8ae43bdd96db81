import { sql } from 'kysely'
import { strangersWords } from '../../domain/core/strangers-words.ts'
import { mailsSince, queueWrittenMail } from '../mail/outbox.ts'
import { renderMail } from '../mail/template.ts'
import { unsubscribeHeaders } from '../mail/unsubscribe.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { askToSubscribe } from '../store/status/subscribers.ts'
import { endToken } from './end-links.ts'
import type { PublicIncident, PublicUpdate } from './public-incidents.ts'
import { incidentAddress, pageAddress } from './status-json.ts'

const HOUR_MS = 3_600_000
/** Maximum confirmation mails to an address within an hour, of all status pages together. */
const MOST_PER_HOUR = 3
const CONFIRM_KIND = 'status-confirm'

/** Services for writing mail; `url` is the address of the installation. */
export type Writing = { readonly sealing: SecretCipher; readonly url: string }

/** Links of mail about status pages. They name no page, so that they work after its address changed. */
const confirmAddress = (url: string, token: string): string => `${url}/status/-/confirm/${token}`
const endAddress = (url: string, token: string): string => `${url}/status/-/unsubscribe/${token}`

/** A line of its own, of a sensible length: titles are part of mail subjects. */
const inSubject = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

/** Queues the mail that confirms an address, unless it is confirmed already or had three such mails within the hour. */
export const askByMail = async (
  db: Db,
  { sealing, url }: Writing,
  {
    projectKey,
    title,
    slug,
    address,
    now,
  }: { projectKey: number; title: string; slug: string; address: string; now: number },
): Promise<void> => {
  // One after the other for an address: requests at the same time would count the same mails.
  await sql`select pg_advisory_xact_lock(hashtextextended('status mail ' || lower(${address}), 1))`.execute(db)
  const before = await mailsSince(db, { to: address, kinds: [CONFIRM_KIND], since: now - HOUR_MS })
  if (before.count >= MOST_PER_HOUR) return
  const token = await askToSubscribe(db, { projectKey, address, now })
  if (token === null) return
  const letter = renderMail({
    subject: inSubject(`Confirm your subscription to ${strangersWords(title)}`),
    paragraphs: [
      `Someone asked to send the incidents of “${strangersWords(title)}” (${pageAddress(url, slug)}) to this address. Open the link and press the button to confirm it. The link works for 3 days.`,
    ],
    link: { words: 'Confirm the subscription', address: confirmAddress(url, token) },
    because: 'If this was not you, ignore this mail: you get no other.',
  })
  await queueWrittenMail(db, sealing, { kind: CONFIRM_KIND, to: address, letter, now })
}

/** Queues the mail about an update of an incident for a subscriber. */
export const mailUpdate = async (
  db: Db,
  { sealing, url }: Writing,
  {
    page,
    incident,
    update,
    subscriber,
    now,
  }: {
    page: { title: string; slug: string }
    incident: PublicIncident
    update: PublicUpdate
    subscriber: { id: string; address: string }
    now: number
  },
): Promise<void> => {
  const end = endAddress(url, endToken(sealing, subscriber.id))
  const letter = renderMail({
    subject: inSubject(`${page.title}: ${incident.title} (${update.state})`),
    paragraphs: [`${update.state}: ${incident.title}`, update.text].filter((one) => one !== ''),
    link: { words: 'Show the incident', address: incidentAddress(url, incident.id) },
    because: `You get this mail because you subscribed to the incidents of ${pageAddress(url, page.slug)}.`,
    unsubscribe: { words: 'Unsubscribe', address: end },
  })
  const headers = unsubscribeHeaders(end)
  await queueWrittenMail(db, sealing, { kind: 'status-update', to: subscriber.address, letter, headers, now })
}
