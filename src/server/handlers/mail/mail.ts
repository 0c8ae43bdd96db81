import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { mailEndpoints } from '../../../contract/mail/mail.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf } from '../../http/context.ts'
import { readMailHealth } from '../../mail/health.ts'
import { listMail, type Mail, mailCounts, readMail, retryMail } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/template.ts'
import { allUndeliverable } from '../../mail/undeliverable.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'

type MailRow = AnswerOf<ProductContract['outbox.retry']>

const noMail = new Refusal(404, 'not_found', 'There is no such mail in the outbox. Mail is deleted after 30 days.')

export const mailHandlers = (services: Services): HandlersOf<typeof mailEndpoints> => ({
  'outbox.list': async ({ query }, { db }) => {
    const { mails, nextCursor } = await listMail(db, query)
    return { meta: { more: nextCursor !== null, next_cursor: nextCursor }, results: mails.map(rowOf) }
  },

  'outbox.status': async (_, { db }) => {
    const health = await readMailHealth(db)
    return {
      server: services.mail.settings,
      health: health && { error: health.error, since: formatTime(health.since) },
      counts: await mailCounts(db),
      undeliverable: (await allUndeliverable(db)).map(({ address, reason, since }) => ({
        email: address,
        reason,
        since: formatTime(since),
      })),
    }
  },

  'outbox.read': async ({ params }, { db }) => {
    const found = await readMail(db, services.sealing, params.mailId)
    return found ? { ...rowOf(found.mail), text: found.letter?.text ?? null, html: found.letter?.html ?? null } : noMail
  },

  'outbox.retry': async ({ params }, { db, now, record, afterCommit }) => {
    const found = await readMail(db, services.sealing, params.mailId)
    if (!found) return noMail
    if (found.mail.status === 'sent') return new Refusal(409, 'conflict', 'This mail was already sent.')
    if (!services.mail.settings)
      return new Refusal(409, 'conflict', 'No mail server is configured: set SONDE_SMTP_URL and restart the server.')
    const mail = await retryMail(db, params.mailId, now)
    if (!mail) return noMail
    record({
      resource: { type: 'mail', id: mail.id, name: mail.to },
      before: { status: found.mail.status },
      after: { status: mail.status },
    })
    afterCommit(services.wakeMail)
    return rowOf(mail)
  },

  'outbox.test': async (_, { caller, record }) => {
    if (caller.kind !== 'account') return forbidden('An API key has no email address.')
    const { email } = caller
    const before = performance.now()
    const letter = renderMail({
      subject: 'Test mail from Sonde',
      paragraphs: [`This is a test mail from Sonde at ${services.url}. Mail from this installation arrives.`],
      link: { words: 'Open the outbox', address: `${services.url}/admin/mail` },
      because: 'You get this because you asked for it in the outbox.',
    })
    const sending = await services.mail.carry({ kind: 'test', to: email, letter })
    record({ resource: { type: 'mail', id: 'test', name: email }, after: { outcome: sending.outcome } })
    return {
      to: email,
      status: sending.outcome,
      outcome: outcomeWords(sending, email),
      milliseconds: Math.round(performance.now() - before),
    }
  },
})

const outcomeWords = (sending: Awaited<ReturnType<Services['mail']['carry']>>, email: string): string => {
  if (sending.outcome === 'failed') return sending.error
  return sending.outcome === 'kept'
    ? 'No mail server is configured: the mail is kept in the outbox.'
    : `The mail server accepted the mail for ${email}.`
}

const orNull = (ms: number | null): string | null => (ms === null ? null : formatTime(ms))

const rowOf = ({
  id,
  kind,
  to,
  subject,
  created,
  status,
  tries,
  error,
  lastTry,
  nextTry,
  isReadable,
}: Mail): MailRow => ({
  id,
  kind,
  to,
  subject,
  created: formatTime(created),
  status,
  tries,
  error,
  last_try: orNull(lastTry),
  next_try: orNull(nextTry),
  readable: isReadable,
})
