import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { listColumns } from './list-columns.tsx'
import { reportList } from './report-list.ts'

/** Reports of the project. */
const ReportsScreen = () => <ListScreen listing={useListing(reportList)} columns={listColumns} />

export default ReportsScreen
