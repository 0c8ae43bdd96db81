import { openShare } from '../../domain/schedules/business-hours.ts'
import { runsAMonth } from '../../domain/schedules/schedule-estimate.ts'
import { RECOMMENDED_SECONDS } from '../../domain/schedules/schedule-times.ts'
import { useMachine } from '../core/machines-of.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { hoursOfForm } from './hours-form.ts'
import { NextRuns } from './NextRuns.tsx'
import { retrySentence } from './retry-words.ts'
import { locationCountText } from './ScheduleLocations.tsx'
import { type Schedule, type ScheduleForm, scheduleForm, secondsOf } from './schedule-form.ts'
import classes from './schedules.module.css'
import type { ScheduleLocations } from './use-schedule-locations.ts'

type ScheduleSideProps = {
  readonly form: ScheduleForm
  /** Absent for a new schedule, whose due times are not known yet. */
  readonly stored: Schedule | undefined
  readonly places: ScheduleLocations
}

/** Beside a schedule's form: its runs a month, and the rest of the quota. */
export const ScheduleSide = ({ form, stored, places }: ScheduleSideProps) => {
  const quota = useMachine('project', (snapshot) => snapshot?.context.quota)
  const locations = places.of(form)
  const frequencySeconds = secondsOf(form)
  const hours = hoursOfForm(form.hours)
  const runs = runsAMonth({ targets: form.targets.length, locations: locations.length, frequencySeconds, hours })
  const isKnown = places.known && Number.isFinite(runs) && frequencySeconds >= 1
  const most = quota?.quotas.test_run_quota ?? null
  const left = most === null ? null : Math.max(0, most - (quota?.counts.org_test_run_count ?? 0))
  const { backoff_method = null, tags = [] } = scheduleForm.bodyOf(form)
  return (
    <aside className="stack" aria-label="Estimate">
      <Card title="Runs a month" sub="estimated">
        <div className="stack">
          <p className={classes.estimate} aria-live="polite">
            {isKnown ? formats.count(runs) : '—'}
          </p>
          <KeyValues
            items={[
              { name: 'Targets', value: formats.count(form.targets.length) },
              { name: 'From', value: places.known ? locationCountText(locations) : null },
              { name: 'Every', value: isKnown ? formats.span(frequencySeconds * 1000) : null },
              ...(hours ? [{ name: 'During', value: `${formats.rate(openShare(hours))} of the week` }] : []),
              ...(left === null ? [] : [{ name: 'Left this month', value: `${formats.count(left)} runs` }]),
            ]}
          />
          {left !== null && isKnown && runs > left && (
            <Notice kind="warning" title="More than the remaining quota.">
              This month’s quota runs out before the end of the month.
            </Notice>
          )}
          {isKnown && frequencySeconds < RECOMMENDED_SECONDS && (
            <p className="muted small">Every 10 to 15 minutes for each location is recommended.</p>
          )}
        </div>
      </Card>
      {stored && <NextRuns form={form} stored={stored} places={places} />}
      <Card title="When a run fails">
        <p className="small">{retrySentence({ backoff_method, tags })}</p>
      </Card>
    </aside>
  )
}
