import { useMachine } from '../core/machines-of.ts'
import { Meter } from '../parts/chart/ProgressBar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './HomeScreen.module.css'

/** Runs used this month, compared with the elapsed part of the month. */
export const Usage = () => {
  const quota = useMachine('project', (snapshot) => snapshot?.context.quota)
  if (!quota) return null
  const { counts, quotas, monthly_progress } = quota
  const used = counts.org_test_run_count
  const most = quotas.test_run_quota
  return (
    <Card title="This month" sub={`${Math.round(monthly_progress * 100)} % of it is over`}>
      <div className={classes.usage}>
        <p className="num">
          {most === null
            ? `${formats.count(used)} runs, without a limit`
            : `${formats.count(used)} of ${formats.count(most)} runs`}
        </p>
        {most !== null && <Meter label="Runs used this month" value={used} most={most} />}
        <p className="muted small num">
          {`${formats.count(counts.last_hour_run_count)} in the last hour, ${formats.count(counts.scheduled_test_count)} monitors on a schedule`}
        </p>
      </div>
    </Card>
  )
}
