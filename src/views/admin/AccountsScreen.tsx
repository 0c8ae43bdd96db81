import { useMemo } from 'react'
import { useList } from '../core/use-list.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { useTypedParam } from '../kit/list/use-typed-param.ts'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { accountColumns, type SiteAccount } from './account-columns.tsx'
import classes from './accounts.module.css'

const PAGE = 50

const STATUSES = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'Active' },
  { status: 'unverified', label: 'Not confirmed' },
  { status: 'blocked', label: 'Blocked' },
] as const

const rowId = ({ id }: SiteAccount): string => id
const rowName = ({ email }: SiteAccount): string => email
const pointing = ({ id }: SiteAccount) => ({ command: 'list.point', args: { row: id } })
const acts = ({ id, blocked }: SiteAccount) => [
  blocked === null
    ? { command: 'site-account.block', args: { account: id }, icon: 'lock' as const, label: 'Block' }
    : { command: 'site-account.unblock', args: { account: id }, icon: 'check' as const, label: 'Unblock' },
]

/** The accounts of the installation, for its site admins. */
const AccountsScreen = () => {
  const { search } = usePlace()
  const [typed, type] = useTypedParam('search')
  const status = STATUSES.find((each) => each.status !== undefined && each.status === search.status)?.status
  const cursor = search.before
  const wanted = search.search ?? ''
  const query = useMemo(
    () => ({ limit: PAGE, ...(status && { status }), ...(wanted && { search: wanted }), ...(cursor && { cursor }) }),
    [status, wanted, cursor],
  )
  const { data, error, status: loading, refetch } = useResource('account.list', { query })
  const isSlow = useSlow(loading === 'pending' && !data)
  useTitle()
  useSearchFocus()
  if (!data && error) return <Trouble page error={error} refetch={refetch} />
  const kept = { status, search: wanted || undefined }
  return (
    <>
      <PageHead
        title="Accounts"
        lead="Everyone who can sign in to this installation. A blocked account can do nothing."
      />
      <FilterBar label="Filter accounts" count={data && `${formats.count(data.results.length)} shown`}>
        <SearchInput label="Filter by name or address" value={typed} onValue={type} />
        <SegmentedLinks
          label="Which accounts"
          places={STATUSES.map((each) => ({
            to: 'accounts',
            search: { ...kept, status: each.status },
            label: each.label,
            current: each.status === status,
          }))}
        />
      </FilterBar>
      {data ? (
        <Card flush label="Accounts">
          <Accounts accounts={data.results} />
          {(data.meta.next_cursor !== null || cursor) && (
            <p className={classes.pages}>
              {cursor && (
                <Go to="accounts" search={kept} kind="secondary" size="small">
                  Newest
                </Go>
              )}
              {data.meta.next_cursor !== null && (
                <Go to="accounts" search={{ ...kept, before: data.meta.next_cursor }} kind="secondary" size="small">
                  Older
                </Go>
              )}
            </p>
          )}
        </Card>
      ) : (
        isSlow && <Loading label="Accounts" />
      )}
    </>
  )
}
export default AccountsScreen

const Accounts = ({ accounts }: { accounts: readonly SiteAccount[] }) => {
  const { cursor } = useList({ kind: 'account', rows: accounts, rowId, rowName })
  if (accounts.length === 0) return <p className={classes.none}>No account matches.</p>
  return (
    <Table
      label="Accounts"
      twoLine
      columns={accountColumns}
      rows={accounts}
      {...{ rowId, rowName, pointing, acts, cursor }}
    />
  )
}
