import type { ShownPerformance } from '../../commands/home/shown-performance.ts'
import { usePerform } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import classes from './performance.module.css'

const PERIODS = [
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
]

const today = (): string => new Date().toISOString().slice(0, 10)

/** Chooses the day, week or month that is compared. */
export const PerformanceControls = ({ shown, words }: { shown: ShownPerformance; words: string }) => {
  const perform = usePerform()
  return (
    <div className={classes.controls}>
      <Segmented
        label="Period"
        value={shown.period}
        options={PERIODS}
        acting={(period) => ({ command: 'performance.period', args: { period } })}
      />
      <span className={classes.steps}>
        <Act command="performance.earlier" kind="ghost" size="small" icon="chevron-left" iconOnly />
        <span className={classes.span}>{words}</span>
        <Act command="performance.later" kind="ghost" size="small" icon="chevron-right" iconOnly />
        <TextInput
          type="date"
          small
          label="Date, UTC"
          className={classes.date}
          value={shown.date}
          max={today()}
          onValue={(date) => {
            // A date that is being typed is empty until it is whole.
            if (date !== '' && date <= today()) perform('performance.date', { date })
          }}
        />
      </span>
    </div>
  )
}
