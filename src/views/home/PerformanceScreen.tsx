import { useMemo, useState } from 'react'
import { changeSearch } from '../../commands/core/search-of.ts'
import { performanceProblem, shownPerformance } from '../../commands/home/shown-performance.ts'
import { useCurrentRoute, useSearchParam, useTitle } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { HourlyChart } from './HourlyChart.tsx'
import { latest } from './LatestResults.tsx'
import { PerformanceControls } from './PerformanceControls.tsx'
import classes from './performance.module.css'
import { performanceColumns } from './performance-columns.tsx'
import { ascends, inOrder, matching, type PerformanceRow, sortOf, tagsOf } from './performance-rows.ts'
import { spanWords } from './performance-words.ts'

/** Following each result of a large project would load thousands of rows every few seconds. */
const MOST_FOLLOWED = 500

type Search = Readonly<Record<string, string>>

const PROBLEMS = {
  period: ({ period }: Search) => `The link asks for the period “${period}”: there are day, week and month.`,
  date: ({ date }: Search) => `The link asks for the date “${date}”, which does not exist.`,
  future: ({ date }: Search) => `The link asks for ${date}, which is yet to come.`,
} as const

/** Monitors of the project compared with what was usual in the 28 days before, by day, week or month. */
const PerformanceScreen = () => {
  useTitle()
  const { search } = useCurrentRoute()
  const [openedMs] = useState(Date.now)
  const shown = shownPerformance(search, openedMs)
  const words = spanWords(shown)
  const problem = performanceProblem(search, openedMs)
  const reading = useResource('baseline.dailies', {
    params: { date: shown.date },
    query: { period: shown.period, location_id: 'all' },
  })
  const isCurrent = shown.to > openedMs
  const newest = useResource('result.list', isCurrent ? latest : null).data?.results[0]?.id
  const isSmall = (reading.data?.results.length ?? 0) <= MOST_FOLLOWED
  useFollowed(isSmall ? newest : undefined, reading.refetch)
  const { monitor = '' } = search
  const open = reading.data?.results.find(({ call_id }) => call_id === monitor)
  return (
    <>
      <PageHead
        title="Performance"
        lead={`Median latency ${isCurrent ? 'so far ' : ''}compared with the 28 days before.`}
      />
      <PerformanceControls shown={shown} words={words} />
      {problem && <Notice kind="warning" title={`${PROBLEMS[problem](search)} ${words} is shown.`} />}
      {monitor !== '' && (
        <div className={classes.hours}>
          <HourlyChart
            key={`${monitor} ${shown.date} ${shown.period}`}
            callId={monitor}
            name={open?.name ?? 'Monitor'}
            shown={shown}
            words={words}
            newest={newest}
          />
        </div>
      )}
      <Loaded of={reading} page={false} label="Performance">
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title={`No results in ${words}`} actions={<Go to="monitors">Monitors</Go>}>
              A monitor appears here once it has run. It is compared with its own medians once it has run on 7 days.
            </EmptyState>
          ) : (
            <Compared rows={results} isComplete={reading.complete} shown={monitor} />
          )
        }
      </Loaded>
    </>
  )
}
export default PerformanceScreen

type ComparedProps = { readonly rows: readonly PerformanceRow[]; readonly isComplete: boolean; readonly shown: string }

const Compared = ({ rows, isComplete, shown }: ComparedProps) => {
  const world = useWorld()
  const { sort } = useCurrentRoute().search
  const [text, setText] = useSearchParam('search')
  const [tagged, setTagged] = useSearchParam('tag')
  const tags = useMemo(() => tagged.split(',').filter((tag) => tag !== ''), [tagged])
  const found = useMemo(() => inOrder(matching(rows, text, tags), sort), [rows, text, tags, sort])
  const options = useMemo(() => tagsOf(rows), [rows])
  const columns = useMemo(() => performanceColumns(sort, shown), [sort, shown])
  const order = sortOf(sort)
  const isNarrowed = text !== '' || tags.length > 0
  const clear = () => changeSearch(world, { search: null, tag: null })
  return (
    <>
      {rows.every(({ reason }) => reason !== null) && (
        <Notice kind="info" title="Too little history to compare with">
          A baseline needs results on 7 of the 28 days before.
        </Notice>
      )}
      <FilterBar
        label="Filter monitors"
        onClear={isNarrowed ? clear : null}
        count={`${isNarrowed ? `${formats.count(found.length)} of ` : ''}${formats.count(rows.length)} ${rows.length === 1 ? 'monitor' : 'monitors'}${isComplete ? '' : ', loading more'}`}
      >
        <SearchInput value={text} onValue={setText} label="Monitor" />
        {options.length > 0 && (
          <FacetButton label="Tag" options={options} chosen={tags} onValue={(chosen) => setTagged(chosen.join(','))} />
        )}
      </FilterBar>
      {found.length === 0 ? (
        <EmptyState title="No monitor matches">No monitor of this time has this name and tag.</EmptyState>
      ) : (
        <Card label="Performance" flush>
          <VirtualTable
            label="Performance by monitor"
            rows={found}
            rowId={({ call_id }) => call_id}
            rowName={({ name }) => name}
            columns={columns}
            sorted={{ column: order.key, direction: ascends(order) ? 'ascending' : 'descending' }}
          />
          <p className={classes.key}>
            <span>Colour of a change:</span>
            <span className={`${classes.delta} ${classes['step-1']}`}>10 % and more</span>
            <span className={`${classes.delta} ${classes['step-2']}`}>25 % and more</span>
            <span className={`${classes.delta} ${classes['step-3']}`}>50 % and more</span>
          </p>
        </Card>
      )}
    </>
  )
}
