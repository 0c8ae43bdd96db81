import { useMemo } from 'react'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useHeldRows } from '../kit/list/held-rows.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useCsvExport } from '../kit/list/use-csv-export.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { resultColumns } from './result-columns.tsx'
import { resultCsv } from './result-csv.ts'
import { resultList } from './result-list.ts'
import classes from './results.module.css'

const toTop = ({ type }: { type: string }): void => {
  if (type === 'NEWEST') scrollTo({ top: 0 })
}

/** Results of one monitor or of the whole project, newest first, narrowed by the address. */
export const ResultList = ({ callId }: { callId: string | null }) => {
  const withMonitor = callId === null
  const locations = useLocations()
  const locationName = useLocationName()
  const list = useMemo(
    () => resultList(withMonitor ? 'result.list' : 'result.list-of-call', locations),
    [withMonitor, locations],
  )
  const { listing, waiting } = useHeldRows(useListing(list, callId === null ? {} : { params: { id: callId } }))
  const columns = useMemo(() => resultColumns({ withMonitor, locationName }), [withMonitor, locationName])
  useCsvExport('results.csv', listing.rows, resultCsv)
  useScreenEvents('screen', toTop)
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
      <ListBody listing={listing} columns={columns} />
    </>
  )
}
