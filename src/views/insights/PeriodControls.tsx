import type { ShownPeriod } from '../../commands/insights/shown-period.ts'
import { Act } from '../parts/act/Act.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import classes from './insights.module.css'
import { periodWords } from './period-words.ts'

const PERIODS = [
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
]

/** Chooses the week or month that is shown. */
export const PeriodControls = ({ shown }: { shown: ShownPeriod }) => (
  <div className={classes.controls}>
    <Segmented
      label="Period"
      value={shown.period}
      options={PERIODS}
      acting={(period) => ({ command: 'insights.period', args: { period } })}
    />
    <span className={classes.steps}>
      <Act command="insights.earlier" kind="ghost" size="small" icon="chevron-left" iconOnly />
      <span className={classes.period}>{periodWords(shown)}</span>
      <Act command="insights.later" kind="ghost" size="small" icon="chevron-right" iconOnly />
    </span>
  </div>
)
