import { type FormEvent, useMemo, useState } from 'react'
import { formatTime } from '../../domain/core/wire-time.ts'
import { momentOfText, wallText } from '../../domain/statistics/chart-ranges.ts'
import { usePerform } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { browsersZone, zoneChoices } from '../parts/form/time-zones.ts'
import { Popover } from '../parts/overlay/Popover.tsx'
import { shownZone } from '../parts/text/time-zone.ts'
import { type ChartPeriod, RANGES } from './chart-period.ts'
import classes from './charts.module.css'

const RANGE_OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))

/** First and last moment of a custom range by the clock of a time zone, with the command that applies them. */
const CustomRange = ({ period, close }: { period: ChartPeriod; close: () => void }) => {
  const perform = usePerform()
  const zone = shownZone() ?? browsersZone()
  const [first, setFirst] = useState(() => wallText(period.fromMs, zone))
  const [last, setLast] = useState(() => wallText(period.toMs, zone))
  const zones = useMemo(() => zoneChoices(), [])
  const [from, to] = [momentOfText(first, zone), momentOfText(last, zone)]
  const problem = from !== null && to !== null && from >= to ? 'The end must be after the beginning.' : null
  const args = {
    range: 'custom',
    ...(from !== null && { from: formatTime(from) }),
    ...(to !== null && { to: formatTime(to) }),
  }
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (from === null || to === null || problem !== null) return
    perform('chart.range', args)
    close()
  }
  return (
    <form className="stack" onSubmit={show}>
      <Field label="From">
        <TextInput type="datetime-local" value={first} onValue={setFirst} />
      </Field>
      <Field label="To" error={problem}>
        <TextInput type="datetime-local" value={last} onValue={setLast} />
      </Field>
      <Field label="Time zone" hint="Of these times, the charts and their tables.">
        <Select value={zone} options={zones} onValue={(chosen) => perform('chart.zone', { zone: chosen })} />
      </Field>
      <Act command="chart.range" args={args} submits size="small" label="Show" />
    </form>
  )
}

/** Range of charts: presets, a custom range with time of day, the range before and after, and wider and narrower. */
export const RangePicker = ({ period }: { period: ChartPeriod }) => {
  const isCustom = period.range === 'custom'
  return (
    <span className={classes.filters}>
      <Act command="chart.earlier" kind="ghost" size="small" iconOnly />
      <Act command="chart.later" kind="ghost" size="small" iconOnly />
      <Segmented
        label="Period"
        value={period.range}
        options={RANGE_OPTIONS}
        acting={(value) => ({ command: 'chart.range', args: { range: value } })}
      />
      <Popover
        label={isCustom ? period.words : 'Custom'}
        size="small"
        align="end"
        kind={isCustom ? 'secondary' : 'ghost'}
      >
        {(close) => <CustomRange period={period} close={close} />}
      </Popover>
      <Act command="chart.zoom-out" kind="ghost" size="small" label="Zoom out" />
      <Act command="chart.keep-range" kind="ghost" size="small" iconOnly />
    </span>
  )
}
