import { kind, listed } from '../core/kind-row.ts'

/** Mail of the installation. */
export const mailKinds = {
  mail: kind({
    noun: ['mail', 'mails'],
    icon: 'mail',
    parameter: 'mailId',
    list: listed('outbox.list', { query: { limit: 100 } }, ({ results }) =>
      results.map(({ id, to, subject, status }) => ({ id, name: `${subject ?? 'Mail'} to ${to}`, note: status })),
    ),
    naming: null,
    routes: { list: 'outbox', one: 'mail', make: null, edit: null },
  }),
}
