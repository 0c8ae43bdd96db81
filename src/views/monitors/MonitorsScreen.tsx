import { useMemo } from 'react'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useCsvExport } from '../kit/list/use-csv-export.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { Menu, type MenuItem } from '../parts/act/Menu.tsx'
import { DeletedMonitors } from './DeletedMonitors.tsx'
import { LastDaysOf } from './LastDaysOf.tsx'
import { monitorList } from './listed-monitors.ts'
import { monitorColumns, sortedBy } from './monitor-columns.tsx'
import { monitorCsv } from './monitor-csv.ts'
import { hasScores, type Monitor } from './monitor-list.ts'
import classes from './monitors.module.css'
import { OlderMonitors } from './OlderMonitors.tsx'
import { SharedMonitors } from './SharedMonitors.tsx'
import { cadenceOf } from './schedule-words.ts'

/** How often and from where each monitor runs. */
const useCadence = () => {
  const { data: schedules } = useResource('schedule.list', {})
  const { data: agents } = useResource('agent.list', {})
  return useMemo(() => {
    const byId = new Map((schedules?.data ?? []).map((schedule) => [schedule.id, schedule]))
    return ({ schedule_ids }: Monitor) => cadenceOf(schedule_ids, byId, agents?.regions ?? [])
  }, [schedules, agents])
}

const MENU: readonly MenuItem[] = [
  { command: 'browser-test.new', icon: 'globe' },
  { command: 'monitor.paste-curl', icon: 'import' },
  { command: 'list.export', icon: 'download' },
  'rule',
  { command: 'monitor.show-shared', icon: 'globe' },
  { command: 'monitor.show-older', icon: 'changes' },
  { command: 'monitor.show-deleted', icon: 'trash' },
]

/** Monitors of the project, those in trouble first. */
const Monitors = () => {
  const { project } = useWorld()
  const listing = useListing(monitorList)
  const { sort } = listing.filters.search
  const cadence = useCadence()
  const withScores = hasScores(listing.all)
  const columns = useMemo(() => monitorColumns(sort, cadence, withScores), [sort, cadence, withScores])
  const sorted = useMemo(() => sortedBy(sort), [sort])
  useCsvExport('monitors.csv', listing.rows, monitorCsv)
  return (
    <LastDaysOf projectId={project?.id ?? ''}>
      <ListScreen
        listing={listing}
        columns={columns}
        table={{ sorted }}
        className={classes.list}
        actions={
          <>
            <Act command="browser-test.new" icon="globe" className="hide-t" />
            <Act command="monitor.paste-curl" icon="import" label="From curl" className="hide-s" />
            <Menu label="More" icon="more" iconOnly kind="secondary" items={MENU} />
          </>
        }
      />
    </LastDaysOf>
  )
}

/** The monitors, or, by the address, the deleted or the shared ones, or those with older rules. */
const MonitorsScreen = () => {
  const { show } = useCurrentRoute().search
  if (show === 'deleted') return <DeletedMonitors />
  if (show === 'older-rules') return <OlderMonitors />
  return show === 'shared' ? <SharedMonitors /> : <Monitors />
}

export default MonitorsScreen
