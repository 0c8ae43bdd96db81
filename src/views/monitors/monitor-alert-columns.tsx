import { DeliveryOutcome } from '../alerts/DeliveryOutcome.tsx'
import { AlertName, OnSwitch, SentOn } from '../alerts/webhook-columns.tsx'
import classes from '../alerts/webhooks.module.css'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import type { CoveredWebhook } from './MonitorWebhooks.tsx'

/** The columns of the alerts beside one monitor: with why each is or is not sent for it, and a link to what it decided. */
export const monitorAlertColumns = (callId: string): readonly Column<CoveredWebhook>[] => [
  { id: 'enabled', head: 'On', className: classes.on, cell: ({ webhook }) => <OnSwitch webhook={webhook} /> },
  {
    id: 'name',
    head: 'Alert',
    names: true,
    grows: true,
    cell: ({ webhook, hearing }) => (
      <>
        <AlertName webhook={webhook} />
        {/* On phones the column beside has no room. */}
        <small className={classes.below}>{hearing.why}</small>
      </>
    ),
  },
  {
    id: 'why',
    head: 'Why',
    hide: 's',
    className: classes.why,
    cell: ({ webhook, hearing }) => (
      <span className="sec">
        {hearing.why}{' '}
        {hearing.covers && (
          <Go to="webhook" params={{ webhookId: webhook.id }} search={{ monitor: callId }} hash="decisions" kind="text">
            Decisions
          </Go>
        )}
      </span>
    ),
  },
  { id: 'alerts', head: 'Sent on', hide: 't', cell: ({ webhook }) => <SentOn webhook={webhook} /> },
  {
    id: 'last',
    head: 'Last message',
    hide: 't',
    cell: ({ webhook }) => <DeliveryOutcome last={webhook.last_delivery} />,
  },
]
