import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { fileColumns } from './file-columns.tsx'
import { fileList } from './file-list.ts'

/** The stored files of the project. */
const FilesScreen = () => <ListScreen listing={useListing(fileList)} columns={fileColumns} />

export default FilesScreen
