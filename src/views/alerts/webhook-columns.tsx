import { isSignal, SIGNAL_WORDS } from '../../domain/alerts/signal.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { Go } from '../parts/act/Go.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { DeliveryOutcome } from './DeliveryOutcome.tsx'
import { Scope } from './Scope.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { TypeGlyph } from './TypeGlyph.tsx'
import type { AlertTarget } from './use-alert-target.ts'
import type { Webhook } from './webhook-list.ts'
import { destinationWords } from './webhook-type.ts'
import classes from './webhooks.module.css'

/** Name of an alert, with its channel and destination. */
export const AlertName = ({ webhook }: { webhook: Webhook }) => (
  <span className={classes.named}>
    <TypeGlyph type={webhook.web_hook_type} />
    <Named
      below={
        <>
          <span>{WEBHOOK_TYPES[webhook.web_hook_type].title}</span>
          {destinationWords(webhook) !== '' && <code className="trunc">{destinationWords(webhook)}</code>}
        </>
      }
    >
      <Go to="webhook" params={{ webhookId: webhook.id }}>
        {webhook.name}
      </Go>
    </Named>
  </span>
)

/** Results that trigger an alert, and how many of them in a row. */
export const SentOn = ({ webhook: { alerts, parameters } }: { webhook: Webhook }) => {
  const fails = Number(parameters.fails_in_a_row)
  const conditions = alerts
    .filter(isSignal)
    .map((each) => SIGNAL_WORDS[each].toLowerCase())
    .join(', ')
  return (
    <>
      <CategoryChips chosen={alerts} />
      <small>
        {fails > 1 ? `after ${formats.count(fails)} in a row` : 'at once'}
        {parameters.no_data_periods !== undefined &&
          `, no data after ${formats.count(parameters.no_data_periods)} periods`}
        {conditions !== '' && `, ${conditions}`}
      </small>
    </>
  )
}

/** Switch that turns an alert on or off. */
export const OnSwitch = ({ webhook: { id, name, enabled } }: { webhook: Webhook }) => (
  <Switch
    label={`${name} is on`}
    checked={enabled}
    acting={{ command: enabled ? 'webhook.disable' : 'webhook.enable', args: { webhook: id } }}
  />
)

/** Columns of the list of alerts. */
export const webhookColumns = (targetOf: (id: string) => AlertTarget): readonly Column<Webhook>[] => [
  {
    id: 'enabled',
    head: 'On',
    className: classes.on,
    cell: (webhook) => <OnSwitch webhook={webhook} />,
  },
  { id: 'name', head: 'Alert', names: true, grows: true, cell: (webhook) => <AlertName webhook={webhook} /> },
  {
    id: 'scope',
    head: 'For',
    hide: 'm',
    cell: (webhook) => <Scope webhook={webhook} targetOf={targetOf} />,
  },
  { id: 'alerts', head: 'Sent on', hide: 's', cell: (webhook) => <SentOn webhook={webhook} /> },
  // Not at the end, where the actions of the row lie over what shows there.
  {
    id: 'snooze',
    head: 'Snooze',
    hide: 't',
    className: classes.snooze,
    cell: (webhook) => <SnoozeMenu webhook={webhook} />,
  },
  {
    id: 'last',
    head: 'Last message',
    slim: true,
    className: classes.last,
    cell: ({ last_delivery }) => <DeliveryOutcome last={last_delivery} />,
  },
]
