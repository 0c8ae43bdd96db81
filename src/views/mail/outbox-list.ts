import { serverChoice } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { formats } from '../parts/text/format.ts'
import { type OutboxStatus, STATUSES, statusWords } from './mail-words.ts'

/** The outbox of an installation, a page at a time. `status` counts all of it; without a mail server nothing can be sent again. */
export const outboxList = (status: OutboxStatus | undefined) =>
  defineList('outbox.list', {
    kind: 'mail',
    one: 'email',
    many: 'emails',
    title: 'Outbox',
    rowId: ({ id }) => id,
    rowName: ({ to, subject, kind }) => `${subject ?? kind} to ${to}`,
    query: { limit: 50 },
    paged: true,
    filters: [
      serverChoice({
        name: 'status',
        label: 'Which emails',
        control: 'links',
        all: status ? `All ${formats.count(STATUSES.reduce((sum, each) => sum + status.counts[each], 0))}` : 'All',
        options: STATUSES.map((value) => ({
          value,
          label: status ? `${statusWords[value]} ${formats.count(status.counts[value])}` : statusWords[value],
        })),
        asks: (wanted) => ({ status: wanted }),
      }),
    ],
    acts: ({ status: its }) =>
      its === 'sent' || !status?.server ? [] : [{ command: 'mail.retry', icon: 'reload', label: 'Try again now:' }],
    empty: {
      text: 'Address confirmations, password resets and digests are listed here with their delivery status.',
      line: 'send test-mail',
      acts: [{ command: 'mail.test', icon: 'mail' }],
    },
  })
