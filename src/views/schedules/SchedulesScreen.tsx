import { useMemo } from 'react'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { useTypedParam } from '../kit/list/use-typed-param.ts'
import { Act } from '../parts/act/Act.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Estimate } from './ScheduleEstimate.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'
import { usePlaces } from './use-places.ts'

const NoSchedules = () => (
  <Card label="Schedules">
    <EmptyState
      title="No schedules yet"
      line="create schedule often --frequency 5m --regions all"
      actions={<Act command="schedule.new" kind="primary" icon="plus" />}
    >
      A schedule calls its monitors again and again: how often, from which places, and what happens when a run fails.
    </EmptyState>
  </Card>
)

const matching = (sought: string) => {
  const words = sought.toLowerCase().split(/\s+/)
  return ({ name, tags }: { name: string; tags: readonly string[] }): boolean => {
    const text = `${name} ${tags.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** When and from where monitors are called. */
const SchedulesScreen = () => {
  const { search } = usePlace()
  const { status, data, error, complete, refetch } = useResource('schedule.list', {})
  const places = usePlaces()
  const [typed, type] = useTypedParam('search')
  useTitle()
  useSearchFocus()
  const slow = useSlow(status === 'pending' && !data)
  const rows = useMemo(() => (data?.data ?? []).filter(matching(typed)), [data, typed])
  if (!data) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return slow ? <Loading label="Schedules" /> : null
  }
  const all = data.data
  const isEmpty = all.length === 0 && complete
  return (
    <>
      <PageHead title="Schedules" actions={!isEmpty && <Act command="schedule.new" kind="primary" icon="plus" />} />
      {error && <Notice kind="warning">{`What you see may be old: ${error.message}`}</Notice>}
      {isEmpty ? (
        <NoSchedules />
      ) : (
        <>
          <FilterBar
            label="Filter schedules"
            count={<Estimate schedules={all} places={places} shown={rows.length} />}
            onClear={search.search ? () => type('') : null}
          >
            <SearchInput label="Filter by name or tag" value={typed} onValue={type} />
          </FilterBar>
          {rows.length === 0 && complete ? (
            <Card label="Schedules">
              <EmptyState
                title="No schedule matches"
                actions={<Act command="list.clear-filter" label="Clear the filter" />}
              >
                All schedules of this project are hidden by the filter. Search for fewer words, or clear it.
              </EmptyState>
            </Card>
          ) : (
            <ScheduleTable rows={rows} places={places} />
          )}
        </>
      )}
    </>
  )
}

export default SchedulesScreen
