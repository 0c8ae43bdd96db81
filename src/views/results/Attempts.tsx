import { retryOf } from '../../domain/schedules/retry-settings.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { KeyValue } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Result } from './full-result.ts'
import classes from './result.module.css'

/** How many attempts the schedule of a run allows for; null while that is not known. */
const Most = ({ scheduleId }: { scheduleId: string | null | undefined }) => {
  const { data } = useResource('schedule.list', scheduleId ? {} : null)
  const schedule = data?.data.find(({ id }) => id === scheduleId)
  const retry = schedule && retryOf(schedule)
  return retry ? ` of ${retry.maxRetries + 1}` : ''
}

/** What is to be said of a run that was made more than once. */
export const attemptItems = ({ meta, attempts = [] }: Result): readonly KeyValue[] => {
  if (!meta || (meta.attempt === 0 && attempts.length < 2)) return []
  return [
    {
      name: 'Attempt',
      value: (
        <>
          {meta.attempt + 1}
          <Most scheduleId={meta.schedule_id} />
          {meta.retry_of !== null && (
            <>
              {', retry of '}
              <Go to="result" params={{ resultId: meta.retry_of }} kind="text">
                the first
              </Go>
            </>
          )}
        </>
      ),
    },
    ...(meta.ignored_in_stats ? [{ name: 'Statistics', value: 'Excluded: it was retried' }] : []),
  ]
}

/** All attempts of the same run, in order; nothing where there was only one. */
export const AttemptsCard = ({ result: { id: shown, attempts = [] } }: { result: Result }) =>
  attempts.length < 2 ? null : (
    <Card title="Attempts" sub={`${attempts.length}`}>
      <ol className={classes.attempts}>
        {attempts.map(({ id, attempt, result_category, created }) => (
          <li key={id} aria-current={id === shown || undefined}>
            <Badge category={result_category} look="plain" />
            {id === shown ? (
              <span>{`Attempt ${attempt + 1}, this one`}</span>
            ) : (
              <Go to="result" params={{ resultId: id }} kind="text">{`Attempt ${attempt + 1}`}</Go>
            )}
            <span className="muted">
              <Time at={created} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
