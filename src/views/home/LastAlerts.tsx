import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './HomeScreen.module.css'

const SHOWN = 5

/** The newest alerts of the project; nothing while there are none. */
export const LastAlerts = () => {
  const { data } = useResource('notification.list', { query: { kind: 'alert', limit: SHOWN } })
  const alerts = (data?.results ?? []).slice(0, SHOWN)
  if (alerts.length === 0) return null
  return (
    <Card
      title="Last alerts"
      flush
      actions={
        <Go to="notifications" kind="ghost" size="small">
          All notifications
        </Go>
      }
    >
      <ul className={classes.list} aria-label="Last alerts">
        {alerts.map(({ id, title, text, last_time: time, result_id: resultId, result_category: category }) => (
          <li key={id}>
            <StatusShape category={category ?? 'FAIL'} />
            {resultId === null ? (
              <span className="strong trunc">{title}</span>
            ) : (
              <Go to="result" params={{ resultId }} className="strong trunc">
                {title}
              </Go>
            )}
            <Time at={time} />
            <p className="trunc">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
