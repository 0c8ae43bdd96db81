import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { isSignal, SIGNAL_WORDS } from '../../domain/alerts/signal.ts'
import { deliveryProblem, deliveryWord } from '../../domain/core/delivery-status.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { type Category, categoryWords } from '../parts/text/category.ts'
import { deliveryLooks } from '../parts/text/delivery-looks.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './HomeScreen.module.css'

type Webhook = AnswerOf<ProductContract['webhook.list']>['data'][number]

/** Alerts of the project with their last delivery. */
export const Alerts = () => {
  const { data } = useResource('webhook.list', {})
  const webhooks = data?.data ?? []
  return (
    <Card
      title="Alerts"
      sub={subOf(webhooks)}
      flush
      actions={<Act command="webhook.new" kind="ghost" size="small" icon="plus" label="Add alert" />}
    >
      {data && webhooks.length === 0 && (
        <p className={classes.none}>
          No alerts yet. An alert tells people, chats and other systems when a monitor fails.
        </p>
      )}
      <ul className={classes.list}>
        {webhooks.slice(0, 5).map((webhook) => {
          const { category, words } = stateOf(webhook)
          return (
            <li key={webhook.id}>
              <StatusShape category={category} />
              <Go to="webhook" params={{ webhookId: webhook.id }} className="strong trunc">
                {webhook.name}
              </Go>
              {webhook.last_delivery && <Time at={webhook.last_delivery.time} />}
              <p className="trunc">{`${words} · ${webhook.alerts.map((alert) => (isSignal(alert) ? SIGNAL_WORDS[alert] : categoryWords[alert])).join(', ')}`}</p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const subOf = (webhooks: readonly Webhook[]): string | undefined =>
  webhooks.length === 0 ? undefined : `${webhooks.filter(({ enabled }) => enabled).length} of ${webhooks.length} on`

/** Outcome of the last delivery. */
const stateOf = ({ enabled, snoozed_until, last_delivery }: Webhook): { category: Category; words: string } => {
  if (!enabled) return { category: 'SKIPPED', words: 'Off' }
  if (snoozed_until !== null && Date.parse(snoozed_until) > Date.now()) return { category: 'SKIPPED', words: 'Snoozed' }
  if (!last_delivery) return { category: 'QUEUED', words: 'No message yet' }
  const { status } = last_delivery
  const words = [deliveryWord(last_delivery), deliveryProblem(last_delivery)].filter((each) => each !== '').join(': ')
  return { category: deliveryLooks[status], words }
}
