import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { accountColumns } from './account-columns.tsx'
import { accountList } from './account-list.ts'

/** Accounts of the installation, for its site admins. */
const AccountsScreen = () => (
  <ListScreen
    listing={useListing(accountList)}
    columns={accountColumns}
    lead="Everyone who can sign in to this installation. A blocked account can do nothing."
  />
)
export default AccountsScreen
