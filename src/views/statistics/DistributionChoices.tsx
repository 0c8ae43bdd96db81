import { usePerform } from '../core/use-world.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { METRICS, type Metric } from './chart-search.ts'
import classes from './charts.module.css'

/** Durations of a response: the schedule lag is not one. */
const WIRE_METRICS = Object.entries(METRICS)
  .filter(([value]) => value !== 'lag')
  .map(([value, label]) => ({ value, label }))

/** Choice of the duration that a distribution shows. */
export const WireMetricChoice = ({ metric }: { metric: Metric }) => {
  const perform = usePerform()
  return (
    <Select
      small
      className={classes.location}
      label="Metric"
      value={metric}
      options={WIRE_METRICS}
      onValue={(chosen) => perform('chart.metric', { metric: chosen })}
    />
  )
}

/** Choice of a linear or logarithmic axis of values. */
export const ScaleChoice = ({ log }: { log: boolean }) => (
  <Segmented
    label="Scale"
    value={log ? 'log' : 'linear'}
    options={[
      { value: 'linear', label: 'Linear' },
      { value: 'log', label: 'Log' },
    ]}
    acting={(scale) => ({ command: 'chart.scale', args: { scale } })}
  />
)
