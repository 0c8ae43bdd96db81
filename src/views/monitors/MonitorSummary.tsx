import { useMemo, useState } from 'react'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { resultColumns } from '../results/result-columns.tsx'
import { type ChartPeriod, chartPeriod } from '../statistics/chart-period.ts'
import { chartSearch } from '../statistics/chart-search.ts'
import { LatencyChart } from '../statistics/LatencyChart.tsx'
import { ScheduleLag } from '../statistics/ScheduleLag.tsx'
import { spanStats } from '../statistics/span-stats.ts'
import { useFailMarks, useSpanFigures } from '../statistics/use-span.ts'
import { LastPage } from './LastPage.tsx'
import type { Monitor } from './monitor-list.ts'
import { NoBrowser } from './NoBrowser.tsx'
import { NoData } from './NoData.tsx'
import { NotRunYet } from './NotRunYet.tsx'
import classes from './summary.module.css'

const SHOWN_RESULTS = 8

const LatestResults = ({ callId }: { callId: string }) => {
  const locationName = useLocationName()
  const { data } = useResource('result.list-of-call', { params: { id: callId }, query: { limit: 100 } })
  // Beside other cards there is no room for what started a run: the result says it.
  const columns = useMemo(
    () => resultColumns({ withMonitor: false, locationName }).filter(({ id }) => id !== 'trigger'),
    [locationName],
  )
  const rows = data?.results.slice(0, SHOWN_RESULTS) ?? []
  return (
    <Card
      title="Latest results"
      flush
      actions={
        <Go to="monitor-results" params={{ callId }} kind="ghost" size="small">
          All results
        </Go>
      }
    >
      {data && rows.length === 0 ? (
        <p className={classes.empty}>Nothing has run yet.</p>
      ) : (
        <Table
          label="Latest results"
          dense
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ created }) => created}
        />
      )}
    </Card>
  )
}

const Schedules = ({ monitor, period }: { monitor: Monitor; period: ChartPeriod }) => {
  const { data } = useResource('schedule.list', {})
  const own = (data?.data ?? []).filter(({ id }) => monitor.schedule_ids.includes(id))
  return (
    <Card
      title="Schedules"
      sub={own.length === 0 ? undefined : `${own.length}`}
      actions={
        <Act
          command="schedule.attach"
          args={{ monitor: monitor.id }}
          kind="ghost"
          size="small"
          label="Add to schedule"
        />
      }
    >
      {data && own.length === 0 ? (
        <p className="muted">
          On demand only: no schedule calls this monitor.{' '}
          <Go to="monitor-schedules" params={{ callId: monitor.id }} kind="text">
            Set up monitoring
          </Go>
        </p>
      ) : (
        <ul className={classes.schedules}>
          {own.map(({ id, name, frequency, enabled }) => (
            <li key={id}>
              <span>
                <Go to="schedule" params={{ scheduleId: id }} className="strong">
                  {name}
                </Go>
                <small>{enabled ? `every ${formats.span(frequency * 1000)}` : 'paused'}</small>
              </span>
              <Act
                command="schedule.detach"
                args={{ monitor: monitor.id, schedule: id }}
                kind="ghost"
                size="small"
                iconOnly
                icon="close"
                label={`Take off ${name}`}
              />
            </li>
          ))}
        </ul>
      )}
      <ScheduleLag callId={monitor.id} period={period} newest={monitor.last_result?.id} />
    </Card>
  )
}

const timeoutSeconds = (monitor: Monitor): number =>
  monitor.type === 'api' ? monitor.request.timeout_seconds : monitor.setup.timeout_ms / 1000

const About = ({ monitor }: { monitor: Monitor }) => {
  const { id, meta } = monitor
  return (
    <Card title="About">
      <KeyValues
        items={[
          ...(meta.description ? [{ name: 'Description', value: meta.description }] : []),
          { name: 'Tags', value: ownTags(meta.tags).length > 0 && <Tags names={ownTags(meta.tags)} most={12} /> },
          { name: 'Host', value: meta.domain ?? '(variable)' },
          { name: 'Time-out', value: `${timeoutSeconds(monitor)} s` },
          { name: 'Created', value: <Time at={meta.created} /> },
          { name: 'Changed', value: <Time at={meta.last_update} /> },
          { name: 'Id', value: id, mono: true },
        ].map((item) => ({ ...item, value: item.value === false ? null : item.value }))}
      />
    </Card>
  )
}

/** A monitor at a glance: how it fared today, what it did last, when it is called. */
export const MonitorSummary = ({ monitor }: { monitor: Monitor }) => {
  const { id, insightsScore_score: score, last_result: last } = monitor
  const [openedMs] = useState(Date.now)
  const period = useMemo(() => chartPeriod({}, openedMs), [openedMs])
  const shown = useMemo(() => chartSearch({}), [])
  const { figures, before, error } = useSpanFigures(id, period, { location: null, newest: last?.id })
  const fails = useFailMarks(id, period, null)
  return (
    <>
      {monitor.no_data && <NoData silence={monitor.no_data} />}
      {last === null && monitor.no_data === null && <NotRunYet monitor={monitor} />}
      {monitor.type === 'browser' && <NoBrowser />}
      <StatStrip
        label="Figures of the last 24 hours"
        stats={spanStats(figures, before, score)}
        loading={!figures && !error}
      />
      <div className={classes.columns}>
        <div className="stack">
          {monitor.type === 'browser' && last && <LastPage resultId={last.id} />}
          <LatencyChart callId={id} period={period} shown={shown} fails={fails} newest={last?.id} choices="none" />
          <LatestResults callId={id} />
        </div>
        <aside className="stack" aria-label="About this monitor">
          <Schedules monitor={monitor} period={period} />
          <About monitor={monitor} />
        </aside>
      </div>
    </>
  )
}
