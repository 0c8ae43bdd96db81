import { useMemo, useState } from 'react'
import { useLocations } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { usePerform } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Segmented, SegmentedLinks } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Popover } from '../parts/overlay/Popover.tsx'
import { RANGES } from './chart-period.ts'
import classes from './charts.module.css'

const RANGE_OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))

const today = (): string => new Date().toISOString().slice(0, 10)

/** Start and end date with the command that applies them. */
const CustomSpan = ({ from, to }: { from: string; to: string }) => {
  const [first, setFirst] = useState(from.slice(0, 10))
  const [last, setLast] = useState(to.slice(0, 10) || today())
  const problem = first !== '' && last !== '' && first > last ? 'The first day must not be after the last.' : null
  return (
    <div className="stack">
      <Field label="From, UTC">
        <TextInput type="date" value={first} max={today()} onValue={setFirst} />
      </Field>
      <Field label="To, UTC" error={problem}>
        <TextInput type="date" value={last} max={today()} onValue={setLast} />
      </Field>
      <Act
        command="chart.range"
        args={{ range: 'custom', ...(first !== '' && { from: first }), ...(last !== '' && { to: last }) }}
        size="small"
        label="Show"
      />
    </div>
  )
}

/** Range and location of the charts. */
export const ChartControls = ({ callId }: { callId: string }) => {
  const perform = usePerform()
  const { name, search } = useCurrentRoute()
  const locations = useLocations()
  const { range = '24h', location = '', from = '', to = '' } = search
  const params = { callId }
  const kept = useMemo(
    () => ({ range: search.range, location: search.location, from: search.from, to: search.to }),
    [search],
  )
  const isCustom = range === 'custom' || from !== ''
  return (
    <div className={classes.controls}>
      <SegmentedLinks
        label="Statistics"
        places={[
          { to: 'monitor-statistics', params, search: kept, label: 'Overview', current: name === 'monitor-statistics' },
          { to: 'monitor-latency', params, search: kept, label: 'Latency', current: name === 'monitor-latency' },
          { to: 'monitor-passfail', params, search: kept, label: 'Pass/fail', current: name === 'monitor-passfail' },
          { to: 'monitor-map', params, search: kept, label: 'Map', current: name === 'monitor-map' },
        ]}
      />
      <span className={classes.filters}>
        <Select
          small
          className={classes.location}
          label="Location"
          value={location}
          options={[
            { value: '', label: locations.length > 1 ? `All ${locations.length} locations` : 'All locations' },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(chosen) => perform('chart.location', chosen === '' ? {} : { location: chosen })}
        />
        <Segmented
          label="Period"
          value={isCustom ? 'custom' : range}
          options={RANGE_OPTIONS}
          acting={(value) => ({ command: 'chart.range', args: { range: value } })}
        />
        <Popover
          label={isCustom ? `Custom: ${from.slice(0, 10)} to ${to.slice(0, 10)}` : 'Custom'}
          size="small"
          align="end"
          kind={isCustom ? 'secondary' : 'ghost'}
        >
          <CustomSpan from={from} to={to} />
        </Popover>
      </span>
    </div>
  )
}
