import { useCallback, useDeferredValue, useMemo } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { useTypedParam } from '../kit/list/use-typed-param.ts'
import { Act } from '../parts/act/Act.tsx'
import { commaSeparated } from '../parts/chart/comma-separated.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { MonitorFilters } from './MonitorFilters.tsx'
import { MonitorTable } from './MonitorTable.tsx'
import { inOrder, type ListedMonitor, listedMonitors, monitorFilter, sifted } from './monitor-list.ts'
import { LastDaysOf } from './Spark.tsx'

const HEAD = [
  'id',
  'name',
  'method',
  'address',
  'tags',
  'last result',
  'last run',
  'no data since',
  'pass rate 24 h',
  'median ms 24 h',
  'score',
]

const csvOf = (rows: readonly ListedMonitor[]): string =>
  commaSeparated([
    HEAD,
    ...rows.map(({ monitor: { id, meta, request, ...figures } }) => [
      id,
      meta.name,
      request.method,
      request.url,
      meta.tags.join(' '),
      figures.last_result?.result_category ?? null,
      figures.last_result?.time ?? null,
      figures.no_data?.since ?? null,
      figures.pass_rate_24h,
      figures.median_24h,
      figures.insightsScore_score,
    ]),
  ])

const NoMonitors = () => (
  <Card label="Monitors">
    <EmptyState
      title="No monitors yet"
      line="watch address https://…"
      actions={
        <>
          <Act command="monitor.new" kind="primary" icon="plus" />
          <Act command="sample.import" />
          <Act command="monitor.from-curl" icon="import" />
        </>
      }
    >
      A monitor calls one address on a schedule, from places you choose, and tells you when the answer is wrong, slow or
      missing.
    </EmptyState>
  </Card>
)

const NoMatch = () => (
  <Card label="Monitors">
    <EmptyState title="No monitor matches" actions={<Act command="list.clear-filter" label="Clear the filter" />}>
      All monitors of this project are hidden by the filter. Search for fewer words, or clear it.
    </EmptyState>
  </Card>
)

/** The list of monitors: those in trouble first. */
const MonitorsScreen = () => {
  const world = useWorld()
  const { search } = usePlace()
  const { status, data, error, complete, refetch } = useResource('monitor.list', {})
  const [typed, type] = useTypedParam('search')
  useTitle()
  useSearchFocus()
  const slow = useSlow(status === 'pending' && !data)
  // What live events change may wait for what is typed; the first rows wait for nothing, least of all for the pages after them.
  const later = useDeferredValue(data?.data)
  const monitors = later ?? data?.data
  const listed = useMemo(() => listedMonitors(monitors ?? []), [monitors])
  const ordered = useMemo(() => inOrder(listed, search.sort), [listed, search.sort])
  const filter = useMemo(() => ({ ...monitorFilter(search), search: typed }), [search, typed])
  const rows = useMemo(() => sifted(ordered, filter), [ordered, filter])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type: asked }) => {
        if (asked === 'EXPORT') world.download('monitors.csv', 'text/csv', csvOf(rows))
      },
      [world, rows],
    ),
  )
  if (!data) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return slow ? <Loading label="Monitors" /> : null
  }
  const isEmpty = listed.length === 0 && complete
  return (
    <LastDaysOf projectId={world.project?.id ?? ''}>
      <PageHead
        title="Monitors"
        actions={
          !isEmpty && (
            <>
              <Act command="monitor.from-curl" icon="import" label="From curl" className="hide-s" />
              <Act command="monitor.new" kind="primary" icon="plus" />
            </>
          )
        }
      />
      {error && <Notice kind="warning">{`What you see may be old: ${error.message}`}</Notice>}
      {isEmpty ? (
        <NoMonitors />
      ) : (
        <>
          <MonitorFilters all={listed} shown={rows.length} loading={!complete} filter={filter} onSearch={type} />
          {rows.length === 0 && complete ? <NoMatch /> : <MonitorTable rows={rows} sort={search.sort} />}
        </>
      )}
    </LastDaysOf>
  )
}

export default MonitorsScreen
