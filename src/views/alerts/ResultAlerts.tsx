import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './alerts.module.css'
import { DecisionItem } from './DecisionItem.tsx'
import type { Explanation } from './decision-words.ts'

const subOf = (all: readonly Explanation[]): string => {
  const sent = all.filter(({ verdict }) => verdict === 'sent').length
  return `${sent} of ${all.length} sent`
}

const WebhookLink = ({ explanation: { webhook_id, webhook_name } }: { explanation: Explanation }) => (
  <Go to="webhook" params={{ webhookId: webhook_id }} className="trunc" current="never">
    {webhook_name}
  </Go>
)

const Untouched = ({ explanation }: { explanation: Explanation }) => (
  <li className={classes.item}>
    <span className={classes.became}>
      <Badge category="SKIPPED" word="Quiet" look="plain" />
    </span>
    <div className={classes.words}>
      <p>{explanation.text}</p>
      <div className={classes.about}>
        <WebhookLink explanation={explanation} />
        <span>as it is set now</span>
      </div>
    </div>
  </li>
)

/** What every webhook made of a result, and why: those that were sent first. */
export const ResultAlerts = ({ resultId }: { resultId: string }) => {
  const { data, error, refetch } = useResource('alert.explain', { params: { id: resultId } })
  const all = data?.data ?? []
  if (!data && error?.status === 404) return null
  return (
    <Card title={<span id="alerts">Alerts</span>} sub={data && all.length > 0 ? subOf(all) : undefined} flush>
      {!data && error && <LoadError error={error} refetch={refetch} />}
      {data && all.length === 0 && (
        <p className={classes.none}>
          No alert covers this monitor.{' '}
          <Go to="new-webhook" kind="text">
            Add an alert
          </Go>
        </p>
      )}
      <ul className={classes.list}>
        {all.flatMap((explanation) =>
          explanation.decisions.length === 0
            ? [<Untouched key={explanation.webhook_id} explanation={explanation} />]
            : explanation.decisions.map((decision) => (
                <DecisionItem
                  key={`${explanation.webhook_id} ${decision.time} ${decision.outcome}`}
                  decision={decision}
                  about={<WebhookLink explanation={explanation} />}
                />
              )),
        )}
      </ul>
    </Card>
  )
}
