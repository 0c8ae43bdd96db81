import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { tokenColumns } from './token-columns.tsx'
import type { Token } from './token-form.ts'
import { tokenList } from './token-list.ts'

/** Tokens of all auth settings of the project. */
const TokensScreen = () => {
  const listing = useListing(tokenList)
  const settings = useResource('auth-setting.list', {}).data?.results
  const columns = useMemo((): readonly Column<Token>[] => {
    const setting: Column<Token> = {
      id: 'setting',
      head: 'Auth setting',
      hide: 's',
      cell: ({ meta }) => (
        <Go to="auth-setting-tokens" params={{ authId: meta.auth_id }} className="trunc">
          {settings?.find(({ id }) => id === meta.auth_id)?.meta.name ?? 'Auth setting'}
        </Go>
      ),
    }
    const [name, ...others] = tokenColumns
    return name ? [name, setting, ...others] : []
  }, [settings])
  return <ListScreen listing={listing} columns={columns} />
}

export default TokensScreen
