import { useMemo } from 'react'
import { holds } from '../../domain/core/access.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { useMachine } from '../core/machines-of.ts'
import { useResource } from '../core/use-resource.ts'
import { useHeldRows } from '../kit/list/held-rows.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { useAllColumns } from '../parts/table/use-all-columns.tsx'
import { NewResults } from './NewResults.tsx'
import { resultColumns } from './result-columns.tsx'
import { resultList } from './result-list.ts'
import classes from './results.module.css'
import { usePages } from './use-pages.ts'

/** Monitors and tags of the project, for filters; nothing for the list of one monitor. */
const useProjectOptions = (isWanted: boolean) => {
  const { data } = useResource('monitor.list', isWanted ? {} : null)
  return useMemo(() => {
    const monitors = (data?.data ?? []).map(({ id, meta }) => ({ id, name: meta.name }))
    const tags = [...new Set((data?.data ?? []).flatMap(({ meta }) => ownTags(meta.tags)))].sort()
    return { monitors, tags }
  }, [data])
}

/** Results of one monitor or of the whole project, newest first, narrowed and paged by the address. */
export const ResultList = ({ callId }: { callId: string | null }) => {
  const withMonitor = callId === null
  const locations = useLocations()
  const locationName = useLocationName()
  const project = useProjectOptions(withMonitor)
  const level = useMachine('project', (snapshot) => snapshot?.context.current?.access_level)
  const withReasons = level !== undefined && holds(level, 'inspect')
  const list = useMemo(
    () =>
      resultList(withMonitor ? 'result.list' : 'result.list-of-call', {
        locations,
        withReasons,
        ...(withMonitor && { project }),
      }),
    [withMonitor, locations, project, withReasons],
  )
  const { listing, waiting } = useHeldRows(useListing(list, callId === null ? {} : { params: { id: callId } }))
  const { columns, toggle } = useAllColumns(
    useMemo(() => resultColumns({ withMonitor, locationName }), [withMonitor, locationName]),
  )
  usePages(listing)
  return (
    <>
      <NewResults waiting={waiting} />
      {!withMonitor && listing.rows.length > 0 && (
        <p className={classes.export}>
          <Act command="result.export" size="small" icon="download" />
        </p>
      )}
      {listing.rows.length > 0 && toggle}
      <ListBody listing={listing} columns={columns} />
    </>
  )
}
