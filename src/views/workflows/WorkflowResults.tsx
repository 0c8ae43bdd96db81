import { useMemo } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useCsvExport } from '../kit/list/use-csv-export.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import type { Workflow } from './workflow-list.ts'
import classes from './workflow-result.module.css'
import type { WorkflowResult } from './workflow-result.ts'
import { workflowResultColumns } from './workflow-result-columns.tsx'
import { workflowResultList } from './workflow-result-list.ts'

const HEAD = ['time', 'category', 'reason', 'location', 'total ms', 'steps run', 'steps skipped', 'failed step', 'id']

const csvOf = (results: readonly WorkflowResult[]): string =>
  commaSeparated([
    HEAD,
    ...results.map(({ id, meta, timing, steps, failed_step: failed }) => [
      meta.started,
      meta.result_category,
      meta.result,
      meta.location_id,
      timing.total,
      steps.run,
      steps.skipped,
      failed && `${failed.index + 1}: ${failed.name}`,
      id,
    ]),
  ])

/** Results of one workflow. */
export const WorkflowResults = ({ workflow: { id } }: { workflow: Workflow }) => {
  const locations = useLocations()
  const locationName = useLocationName()
  const list = useMemo(() => workflowResultList(locations), [locations])
  const params = useMemo(() => ({ id }), [id])
  const listing = useListing(list, { params })
  const columns = useMemo(() => workflowResultColumns(locationName), [locationName])
  useCsvExport('workflow-results.csv', listing.rows, csvOf)
  return (
    <>
      <ListBody listing={listing} columns={columns} />
      {listing.rows.length > 0 && (
        <p className={classes.export}>
          <Act command="list.export" kind="ghost" size="small" icon="download" />
        </p>
      )}
    </>
  )
}
