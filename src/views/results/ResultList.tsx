import { useCallback, useMemo } from 'react'
import { useLocationName } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useList } from '../core/use-list.ts'
import { usePlace } from '../core/use-place.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { commaSeparated } from '../parts/chart/comma-separated.ts'
import { OlderEnd } from '../parts/table/OlderEnd.tsx'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import type { Result } from './full-result.ts'
import { ResultFilters } from './ResultFilters.tsx'
import { resultColumns } from './result-columns.tsx'
import { isNarrowed, resultQuery } from './result-filter.ts'
import classes from './results.module.css'
import { type ResultsState, useResults } from './use-results.ts'

const HEAD = ['time', 'category', 'reason', 'monitor', 'location', 'code', 'total ms', 'bytes', 'started by', 'id']

const csvOf = (rows: readonly Result[]): string =>
  commaSeparated([
    HEAD,
    ...rows.map(({ id, created, result_category, test, location_id, http_code, response_time, meta }) => [
      created,
      result_category,
      meta?.result ?? null,
      test,
      location_id,
      http_code,
      response_time,
      meta?.response_size ?? null,
      meta?.trigger ?? null,
      id,
    ]),
  ])

const rowId = ({ id }: Result): string => id
const rowName = ({ test, created }: Result): string => `${test}, ${created}`
const pointing = ({ id }: Result) => ({ command: 'list.point', args: { row: id } })
const menu = ({ id }: Result) => [
  { command: 'result.run-again', args: { result: id }, icon: 'play' as const },
  { command: 'result.copy-curl', args: { result: id }, icon: 'copy' as const },
  { command: 'result.download', args: { result: id }, icon: 'download' as const },
]

const NoResults = ({ narrowed, ofProject }: { narrowed: boolean; ofProject: boolean }) => (
  <Card label="Results">
    <EmptyState
      title="No results in this period."
      actions={
        narrowed ? (
          <Act command="list.clear-filter" label="Clear the filter" />
        ) : (
          ofProject && (
            <Go to="monitors" kind="primary" icon="monitor">
              Choose a monitor to run
            </Go>
          )
        )
      }
      line={narrowed || !ofProject ? undefined : 'run monitor'}
    >
      {narrowed
        ? 'No run in this period matches the filter.'
        : 'A result is what one run came to. Run a monitor, or add it to a schedule, and its results are listed here.'}
    </EmptyState>
  </Card>
)

const ResultTable = ({ results, withMonitor }: { results: ResultsState; withMonitor: boolean }) => {
  const { rows, waiting, hasOlder, loadingOlder } = results
  const locationName = useLocationName()
  const { cursor } = useList({ kind: 'result', rows, rowId, rowName })
  const columns = useMemo(() => resultColumns({ withMonitor, locationName }), [withMonitor, locationName])
  return (
    <>
      {waiting > 0 && (
        <p className={classes.waiting} role="status">
          <Act
            command="result.newest"
            kind="primary"
            size="small"
            icon="up"
            label={waiting === 1 ? '1 new result' : `${waiting} new results`}
          />
        </p>
      )}
      <Card flush label="Results">
        <VirtualTable label="Results" {...{ columns, rows, rowId, rowName, cursor, pointing, menu }} />
      </Card>
      {hasOlder && <OlderEnd command="result.older" loading={loadingOlder} />}
    </>
  )
}

/** Results that are narrowed by the address, of one monitor or of the whole project. */
export const ResultList = ({ callId }: { callId: string | null }) => {
  const world = useWorld()
  const { search } = usePlace()
  const query = useMemo(() => resultQuery(search, Date.now()), [search])
  const results = useResults(query, callId)
  const { rows, status, isThere, error, refetch, hasOlder } = results
  const slow = useSlow(status === 'pending' && !isThere)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'EXPORT') world.download('results.csv', 'text/csv', csvOf(rows))
      },
      [world, rows],
    ),
  )
  if (!isThere) {
    if (error) return <Trouble error={error} refetch={refetch} />
    return slow ? <Loading page={false} /> : null
  }
  const narrowed = isNarrowed(search)
  return (
    <>
      {(rows.length > 0 || narrowed) && <ResultFilters shown={rows.length} more={hasOlder} isNarrowed={narrowed} />}
      {rows.length === 0 ? (
        <NoResults narrowed={narrowed} ofProject={callId === null} />
      ) : (
        <ResultTable results={results} withMonitor={callId === null} />
      )}
    </>
  )
}
