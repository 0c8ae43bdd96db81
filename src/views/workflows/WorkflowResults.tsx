import { useCallback, useMemo } from 'react'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { usePerform } from '../core/use-world.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
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
  const listing = useListing(list, { params })
  const perform = usePerform()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'EXPORT') perform('workflow.download-results', { workflow: id })
      },
      [perform, id],
    ),
  )
  const columns = useMemo(() => workflowResultColumns(locationName), [locationName])
  return (
    <>
      <ListBody listing={listing} columns={columns} />
      {listing.rows.length > 0 && (
        <p className={classes.export}>
          <Act command="workflow.download-results" args={{ workflow: id }} kind="ghost" size="small" icon="download" />
        </p>
      )}
    </>
  )
}
