import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { Meter } from '../parts/chart/ProgressBar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './HomeScreen.module.css'

/** Runs of the project this month; a quota counts the runs of the whole organization. `newest` is the newest result. */
export const Usage = ({ newest }: { newest: string | undefined }) => {
  const { data, refetch } = useResource('quota.read', {})
  useFollowed(newest, refetch)
  if (!data) return null
  const { counts, quotas, monthly_progress } = data
  const { user_test_run_count: own, org_test_run_count: all, scheduled_test_count: onSchedule } = counts
  const most = quotas.test_run_quota
  return (
    <Card title="This month" sub={`${Math.round(monthly_progress * 100)} % of it is over`}>
      <div className={classes.usage}>
        <p className="num">{`${formats.count(own)} ${own === 1 ? 'run' : 'runs'} in this project`}</p>
        {most !== null && (
          <>
            <Meter label="Runs used this month" value={all} most={most} />
            <p className="muted small num">
              {`${formats.count(all)} of ${formats.count(most)} runs used, with all projects of the organization`}
            </p>
          </>
        )}
        <p className="muted small num">
          {`${formats.count(counts.last_hour_run_count)} in the last hour, ${formats.count(onSchedule)} ${onSchedule === 1 ? 'monitor' : 'monitors'} on a schedule`}
        </p>
      </div>
    </Card>
  )
}
