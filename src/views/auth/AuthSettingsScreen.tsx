import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Go } from '../parts/act/Go.tsx'
import { authColumns } from './auth-columns.tsx'
import { authList } from './auth-list.ts'

/** Auth settings of the project. */
const AuthSettingsScreen = () => (
  <ListScreen
    listing={useListing(authList)}
    columns={authColumns}
    actions={
      <Go to="tokens" kind="secondary" icon="key">
        All tokens
      </Go>
    }
  />
)

export default AuthSettingsScreen
