import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { OrDowntime } from '../downtimes/DowntimeBadge.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Score } from '../parts/chart/Score.tsx'
import type { Column, Sorted } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { Method, Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { DayMedian, DayPassRate, DaySparkline } from './DayFigures.tsx'
import { MonitorStatus } from './MonitorStatus.tsx'
import { type Monitor, sortOf } from './monitor-list.ts'
import classes from './monitors.module.css'
import type { Cadence } from './schedule-words.ts'

const addressWords = (url: string): string => url.replace(/^https?:\/\//, '')

const CadenceCell = ({ cadence }: { cadence: Cadence | null }) =>
  cadence === null ? (
    <span className="sec">On demand</span>
  ) : (
    <span className="sec" data-tip={cadence.title}>
      {cadence.every}
      <small>
        <OrDowntime scheduleIds={cadence.running}>{cadence.places}</OrDowntime>
      </small>
    </span>
  )

const LastRun = ({ monitor }: { monitor: Monitor }) => {
  if (monitor.last_result === null) return <span className="muted">never</span>
  if (monitor.last_result.result_category === 'QUEUED') return <span className="sec">running now</span>
  return (
    <span className="sec">
      <Time at={monitor.last_result.time} />
    </span>
  )
}

/** Columns that show the greatest figure first: the newest run. */
const DESCENDS: readonly string[] = ['last-run']

/** The column whose header shows the arrow. */
export const sortedBy = (sort: string | undefined): Sorted => {
  const { key, reversed } = sortOf(sort)
  return { column: key, direction: reversed !== DESCENDS.includes(key) ? 'descending' : 'ascending' }
}

/** Columns of the list of monitors, with scores where a monitor has one. The header of the sorted column reverses the order. */
export const monitorColumns = (
  sort: string | undefined,
  cadence: (monitor: Monitor) => Cadence | null,
  withScores: boolean,
): readonly Column<Monitor>[] => {
  const { key, reversed } = sortOf(sort)
  const sorting = (by: string) => ({
    command: 'monitor.sort',
    args: { by, ...(by === key && !reversed && { reversed: true }) },
  })
  return [
    {
      id: 'result',
      head: 'Result',
      sorting: sorting('result'),
      className: classes.result,
      cell: (monitor) => <MonitorStatus monitor={monitor} />,
    },
    {
      id: 'name',
      head: 'Monitor',
      names: true,
      grows: true,
      sorting: sorting('name'),
      cell: (monitor) => (
        <Named
          below={
            <>
              <Method name={monitorMethod(monitor)} />
              <code className="trunc">{addressWords(monitorUrl(monitor))}</code>
            </>
          }
        >
          <Go to="monitor" params={{ callId: monitor.id }}>
            {monitor.meta.name}
          </Go>
        </Named>
      ),
    },
    { id: 'tags', head: 'Tags', hide: 'm', cell: (monitor) => <Tags names={ownTags(monitor.meta.tags)} most={2} /> },
    { id: 'day', head: 'Last 24 h', hide: 't', cell: (monitor) => <DaySparkline monitor={monitor} /> },
    {
      id: 'pass-rate',
      head: 'Pass rate',
      align: 'end',
      sorting: sorting('pass-rate'),
      cell: (monitor) => <DayPassRate monitor={monitor} />,
    },
    {
      id: 'median',
      head: 'Median, ms',
      align: 'end',
      hide: 't',
      sorting: sorting('median'),
      cell: (monitor) => <DayMedian monitor={monitor} />,
    },
    ...(withScores
      ? [
          {
            id: 'score',
            head: 'Score',
            hide: 't' as const,
            sorting: sorting('score'),
            cell: ({ id, insightsScore_score: score, insightsScore_missing: missing }: Monitor) =>
              score === null ? (
                <Score score={null} missing={missing} />
              ) : (
                <Go to="monitor-insights" params={{ callId: id }}>
                  <Score score={score} />
                </Go>
              ),
          },
        ]
      : []),
    { id: 'schedule', head: 'Schedule', hide: 'm', cell: (monitor) => <CadenceCell cadence={cadence(monitor)} /> },
    {
      id: 'last-run',
      head: 'Last run',
      align: 'end',
      hide: 's',
      sorting: sorting('last-run'),
      cell: (monitor) => <LastRun monitor={monitor} />,
    },
  ]
}
