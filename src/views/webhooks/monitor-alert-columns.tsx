import type { Column } from '../parts/table-column.ts'
import { CategoryChips } from './CategoryChips.tsx'
import { DeliveryOutcome } from './DeliveryOutcome.tsx'
import type { HeardWebhook } from './MonitorWebhooks.tsx'
import { AlertName, OnSwitch } from './webhook-columns.tsx'
import classes from './webhooks.module.css'

/** The columns of the alerts beside one monitor: with why each is or is not sent for it. */
export const monitorAlertColumns = (): readonly Column<HeardWebhook>[] => [
  { id: 'enabled', head: 'On', className: classes.on, cell: ({ webhook }) => <OnSwitch webhook={webhook} /> },
  { id: 'name', head: 'Alert', names: true, grows: true, cell: ({ webhook }) => <AlertName webhook={webhook} /> },
  { id: 'why', head: 'Why', className: classes.why, cell: ({ hearing }) => <span className="sec">{hearing.why}</span> },
  { id: 'alerts', head: 'Sent on', hide: 's', cell: ({ webhook }) => <CategoryChips chosen={webhook.alerts} /> },
  {
    id: 'last',
    head: 'Last message',
    hide: 't',
    cell: ({ webhook }) => <DeliveryOutcome last={webhook.last_delivery} />,
  },
]
