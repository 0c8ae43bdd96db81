import { Tabs } from '../parts/text/Tabs.tsx'
import { useDowntimes } from './use-downtimes.ts'

/** The two lists of schedules: the schedules themselves, and their downtimes. */
export const ScheduleTabs = () => {
  const { length } = useDowntimes()
  return (
    <Tabs
      label="Schedules"
      tabs={[
        { to: 'schedules', label: 'Schedules' },
        { to: 'downtimes', label: 'Downtimes', count: length > 0 ? length : null },
      ]}
    />
  )
}
