import { WEBHOOK_TYPES } from '../../domain/webhook-types.ts'
import { Switch } from '../parts/Checkbox.tsx'
import { formats } from '../parts/format.ts'
import { Go } from '../parts/Go.tsx'
import { Named } from '../parts/Named.tsx'
import type { Column } from '../parts/table-column.ts'
import { CategoryChips } from './CategoryChips.tsx'
import { DeliveryOutcome } from './DeliveryOutcome.tsx'
import { Scope } from './Scope.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { TypeGlyph } from './TypeGlyph.tsx'
import type { Webhook } from './webhook-list.ts'
import { destinationWords } from './webhook-type.ts'
import classes from './webhooks.module.css'

/** What an alert is called, with its type and where it goes. */
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

/** How many matching results in a row it takes; at once is not worth a figure. */
const InARow = ({ fails }: { fails: number }) =>
  fails > 1 ? formats.count(fails) : <span className="muted">at once</span>

/** Turns an alert on or off where it stands. */
export const OnSwitch = ({ webhook: { id, name, enabled } }: { webhook: Webhook }) => (
  <Switch
    label={`${name} is on`}
    checked={enabled}
    acting={{ command: enabled ? 'webhook.disable' : 'webhook.enable', args: { webhook: id } }}
  />
)

/** The columns of the list of alerts. */
export const webhookColumns = (monitorName: (id: string) => string): readonly Column<Webhook>[] => [
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
    hide: 't',
    cell: (webhook) => <Scope webhook={webhook} monitorName={monitorName} />,
  },
  { id: 'alerts', head: 'Sent on', hide: 's', cell: ({ alerts }) => <CategoryChips chosen={alerts} /> },
  {
    id: 'fails',
    head: 'In a row',
    align: 'end',
    hide: 'm',
    cell: ({ parameters }) => <InARow fails={Number(parameters.fails_in_a_row)} />,
  },
  {
    id: 'last',
    head: 'Last message',
    className: classes.last,
    cell: ({ last_delivery }) => <DeliveryOutcome last={last_delivery} />,
  },
  {
    id: 'snooze',
    head: 'Snooze',
    hide: 's',
    className: classes.snooze,
    cell: (webhook) => <SnoozeMenu webhook={webhook} />,
  },
]
