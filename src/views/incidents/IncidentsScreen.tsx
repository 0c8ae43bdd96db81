import { useCurrentRoute } from '../core/use-current-route.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { IncidentDialog } from './IncidentDialog.tsx'
import { incidentColumns } from './incident-columns.tsx'
import { incidentList } from './incident-list.ts'

/** Incidents of the project. */
const IncidentsScreen = () => {
  const { search } = useCurrentRoute()
  return (
    <ListScreen
      listing={useListing(incidentList)}
      columns={incidentColumns}
      lead="Outages from beginning to end, with the monitors they affect."
      below={search.new !== undefined && <IncidentDialog incident={null} />}
    />
  )
}

export default IncidentsScreen
