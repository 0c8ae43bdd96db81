import { useMemo } from 'react'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { useHeldRows } from '../kit/list/held-rows.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { useAllColumns } from '../parts/table/use-all-columns.tsx'
import { NewResults } from '../results/NewResults.tsx'
import { usePages } from '../results/use-pages.ts'
import type { Workflow } from './workflow-list.ts'
import classes from './workflow-result.module.css'
import { workflowResultColumns } from './workflow-result-columns.tsx'
import { workflowResultList } from './workflow-result-list.ts'

/** Results of one workflow. */
export const WorkflowResults = ({ workflow: { id } }: { workflow: Workflow }) => {
  const locations = useLocations()
  const locationName = useLocationName()
  const list = useMemo(() => workflowResultList(locations), [locations])
  const params = useMemo(() => ({ id }), [id])
  const { listing, waiting } = useHeldRows(useListing(list, { params }))
  const exporting = useMemo(() => ({ command: 'workflow.download-results', args: { workflow: id } }), [id])
  usePages(listing, exporting)
  const { columns, toggle } = useAllColumns(useMemo(() => workflowResultColumns(locationName), [locationName]))
  return (
    <>
      <NewResults waiting={waiting} />
      {listing.rows.length > 0 && toggle}
      <ListBody listing={listing} columns={columns} />
      {listing.rows.length > 0 && (
        <p className={classes.export}>
          <Act {...exporting} kind="ghost" size="small" icon="download" />
        </p>
      )}
    </>
  )
}
