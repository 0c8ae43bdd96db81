import { endpoint, shape } from '../core/endpoint.ts'
import { page, results, time } from '../core/wire.ts'

const mail = shape({
  id: 'string',
  /** Why it is sent: `password-reset`, `digest-weekly`, `alert` … */
  kind: 'string',
  to: 'string',
  /** Null before it was first written. */
  subject: 'string | null',
  created: time,
  /** `kept`: no mail server is configured, and it is read here. */
  status: "'waiting' | 'sent' | 'failed' | 'kept'",
  tries: 'number',
  error: 'string | null',
  last_try: [time, '|', 'null'],
  next_try: [time, '|', 'null'],
  /** Whether what it says can be read: what has gone out is not kept. */
  readable: 'boolean',
})

/** Mail of the installation, for its site admins. */
export const mailEndpoints = {
  'outbox.list': endpoint('GET /api/2/admin/outbox/', {
    summary:
      'Mail that is being sent, was sent, or waits to be read because no mail server is configured; newest first',
    access: 'site',
    query: shape({ '...': page, 'status?': "'waiting' | 'sent' | 'failed' | 'kept'" }),
    lists: 'results',
    answer: results(mail),
  }),
  'outbox.status': endpoint('GET /api/2/admin/outbox/status', {
    summary: 'How mail leaves, whether it does, and how much there is of each status',
    access: 'site',
    answer: shape({
      /** Null: no mail server is configured, and mail is kept. */
      server: [
        {
          host: 'string',
          port: 'number',
          /** Whom the server signs in there. */
          user: 'string | null',
          security: "'tls' | 'starttls' | 'starttls-if-offered' | 'none'",
          from: 'string',
        },
        '|',
        'null',
      ],
      /** Null before the first try. `error`: why the mail server takes nothing; null where it does. */
      health: [{ error: 'string | null', since: time }, '|', 'null'],
      counts: { waiting: 'number', sent: 'number', failed: 'number', kept: 'number' },
      undeliverable: [{ email: 'string', reason: 'string', since: time }, '[]'],
    }),
  }),
  'outbox.read': endpoint('GET /api/2/admin/outbox/{mailId}', {
    summary: 'One mail, with what it says where it is kept or has still to be sent',
    access: 'site',
    answer: shape({ '...': mail, text: 'string | null', html: 'string | null' }),
  }),
  'outbox.retry': endpoint('POST /api/2/admin/outbox/{mailId}/retry', {
    summary: 'Sends a mail that waits, failed or was kept, now',
    access: 'site',
    limit: 'send',
    audit: 'mail.retry',
    answer: mail,
  }),
  'outbox.test': endpoint('POST /api/2/admin/outbox/test', {
    summary: 'Sends a test mail to the caller, and answers how it went',
    access: 'site',
    limit: 'send',
    audit: 'mail.test',
    answer: shape({
      to: 'string',
      status: "'sent' | 'kept' | 'failed'",
      /** One sentence. */
      outcome: 'string',
      milliseconds: 'number',
    }),
  }),
} as const
