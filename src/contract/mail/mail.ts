import { endpoint, shape } from '../core/endpoint.ts'
import { page, results, time } from '../core/wire.ts'

const mail = shape({
  id: 'string',
  /** Kind of mail: `password-reset`, `digest-weekly`, `alert` … */
  kind: 'string',
  to: 'string',
  /** Null until the mail is written. */
  subject: 'string | null',
  created: time,
  /** `kept`: no mail server is configured, so the mail is only readable here. */
  status: "'waiting' | 'sent' | 'failed' | 'kept'",
  tries: 'number',
  error: 'string | null',
  last_try: [time, '|', 'null'],
  next_try: [time, '|', 'null'],
  /** Whether the content can be read. Content of sent mail is not kept. */
  readable: 'boolean',
})

/** Mail of the installation, for site admins. */
export const mailEndpoints = {
  'outbox.list': endpoint('GET /api/2/admin/outbox/', {
    summary: 'Lists mail that is queued, sent, failed, or kept because no mail server is configured; newest first',
    access: 'site',
    wayIn: 'sign-in',
    query: shape({
      '...': page,
      /** Part of the address or subject. */
      'search?': 'string <= 320',
      'status?': "'waiting' | 'sent' | 'failed' | 'kept'",
    }),
    lists: 'results',
    answer: results(mail),
  }),
  'outbox.status': endpoint('GET /api/2/admin/outbox/status', {
    summary: 'Returns the mail server settings, their health, and the number of mails per status',
    access: 'site',
    answer: shape({
      /** Null if no mail server is configured and mail is kept. */
      server: [
        {
          host: 'string',
          port: 'number',
          /** User name for the mail server. */
          user: 'string | null',
          security: "'tls' | 'starttls' | 'starttls-if-offered' | 'none'",
          from: 'string',
        },
        '|',
        'null',
      ],
      /** Null before the first attempt. `error`: why the mail server refuses mail; null if it accepts it. */
      health: [{ error: 'string | null', since: time }, '|', 'null'],
      counts: { waiting: 'number', sent: 'number', failed: 'number', kept: 'number' },
      undeliverable: [{ email: 'string', reason: 'string', since: time }, '[]'],
    }),
  }),
  'outbox.read': endpoint('GET /api/2/admin/outbox/{mailId}', {
    summary: 'Returns one mail, with its content if it is kept or not sent yet',
    access: 'site',
    wayIn: 'sign-in',
    answer: shape({ '...': mail, text: 'string | null', html: 'string | null' }),
  }),
  'outbox.retry': endpoint('POST /api/2/admin/outbox/{mailId}/retry', {
    summary: 'Sends a mail that is queued, failed or kept now',
    access: 'site',
    changes: false,
    limit: 'send',
    audit: 'mail.retry',
    answer: mail,
  }),
  'outbox.test': endpoint('POST /api/2/admin/outbox/test', {
    summary: 'Sends a test mail to the caller and returns the outcome',
    access: 'site',
    changes: false,
    limit: 'send',
    audit: 'mail.test',
    answer: shape({
      to: 'string',
      status: "'sent' | 'kept' | 'failed'",
      /** The outcome, as a sentence. */
      outcome: 'string',
      milliseconds: 'number',
    }),
  }),
} as const
