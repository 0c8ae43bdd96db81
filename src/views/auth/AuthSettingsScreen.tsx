import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { authColumns } from './auth-columns.tsx'
import { authList } from './auth-list.ts'

/** Auth settings of the project. */
const AuthSettingsScreen = () => <ListScreen listing={useListing(authList)} columns={authColumns} />

export default AuthSettingsScreen
