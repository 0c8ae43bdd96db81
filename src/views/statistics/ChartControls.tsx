import { useMemo, useState } from 'react'
import { useLocations } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { usePerform } from '../core/use-world.ts'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { rangeProblem } from './chart-period.ts'
import { searchProblems, sharedSearch } from './chart-search.ts'
import classes from './charts.module.css'
import { RangePicker } from './RangePicker.tsx'
import { STATISTICS_TABS } from './statistics-tabs.ts'
import { useChartLocation } from './use-span.ts'

/** Tabs of a monitor's statistics, with the range and location of their charts. */
export const ChartControls = ({ callId }: { callId: string }) => {
  const perform = usePerform()
  const { name, search } = useCurrentRoute()
  const locations = useLocations()
  const { period, shown } = useChartLocation()
  const [openedMs] = useState(Date.now)
  const kept = useMemo(() => sharedSearch(search), [search])
  const problems = [
    rangeProblem(search, openedMs),
    ...searchProblems(search),
    search.location && shown.location === null
      ? `The link asks for the location “${search.location}”, which does not exist. All locations are shown.`
      : null,
  ].filter((problem) => problem !== null && problem !== '')
  return (
    <>
      <div className={classes.controls}>
        <SegmentedLinks
          label="Statistics"
          places={STATISTICS_TABS.map((tab) => ({
            ...tab,
            params: { callId },
            search: kept,
            current: name === tab.to,
          }))}
        />
        <span className={classes.filters}>
          <Select
            small
            className={classes.location}
            label="Location"
            value={shown.location ?? ''}
            options={[
              { value: '', label: locations.length > 1 ? `All ${locations.length} locations` : 'All locations' },
              ...locations.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onValue={(chosen) => perform('chart.location', chosen === '' ? {} : { location: chosen })}
          />
          <RangePicker period={period} />
        </span>
      </div>
      {problems.length > 0 && (
        <Notice kind="warning" title="A part of this link cannot be shown.">
          {problems.join(' ')}
        </Notice>
      )}
    </>
  )
}
