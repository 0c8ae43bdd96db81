import { isSignal, SIGNAL_WORDS } from '../../domain/alerts/signal.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Delivery } from './delivery-list.ts'

const KINDS = { alert: 'Alert', recovery: 'Back to normal' } as const

/** The columns of an alert’s messages; each name opens its message beside the filter of the address. */
export const deliveryColumns = (
  webhookId: string,
  search: Readonly<Record<string, string>>,
): readonly Column<Delivery>[] => [
  {
    id: 'result',
    head: 'Result',
    hide: 's',
    // The category is that of the incident: "No data" would not be true of the message that it is over.
    cell: ({ result_category: category, kind }) =>
      category && isSignal(category) ? (
        <span className="muted">{kind === 'recovery' ? KINDS.recovery : SIGNAL_WORDS[category]}</span>
      ) : category && !(category === 'NO_DATA' && kind === 'recovery') ? (
        <Badge category={category} />
      ) : (
        <span className="muted">{KINDS[kind]}</span>
      ),
  },
  {
    id: 'message',
    head: 'Message',
    names: true,
    grows: true,
    cell: ({ key, kind, monitor, recipient }) => (
      <Named below={<span className="trunc">{[KINDS[kind], recipient].filter(Boolean).join(' · ')}</span>}>
        <Go to="webhook" params={{ webhookId }} search={{ ...search, message: key }} current={false}>
          {monitor?.name ?? 'A deleted monitor'}
        </Go>
      </Named>
    ),
  },
  {
    id: 'status',
    head: 'Delivery',
    cell: (delivery) => <DeliveryState delivery={delivery} next={delivery.next_try} />,
  },
  {
    id: 'tries',
    head: 'Tries',
    align: 'end',
    hide: 't',
    cell: ({ tries }) => (tries > 1 ? formats.count(tries) : <span className="muted">{tries}</span>),
  },
  {
    id: 'time',
    head: 'Queued',
    align: 'end',
    hide: 's',
    cell: ({ time }) => (
      <span className="sec">
        <Time at={time} />
      </span>
    ),
  },
]
