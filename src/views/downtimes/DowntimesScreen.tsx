import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { downtimeColumns } from './downtime-columns.tsx'
import { downtimeList } from './downtime-list.ts'
import { OrganizationNote } from './OrganizationNote.tsx'
import { ScheduleTabs } from './ScheduleTabs.tsx'
import { OF_ALL } from './use-downtimes.ts'

/** When schedules make no runs. */
const DowntimesScreen = () => {
  const listing = useListing(downtimeList, { params: OF_ALL })
  return (
    <ListScreen
      listing={listing}
      columns={downtimeColumns}
      above={
        <>
          <ScheduleTabs />
          <OrganizationNote />
        </>
      }
    />
  )
}

export default DowntimesScreen
