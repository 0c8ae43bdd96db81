import { AUTH_TYPES, offeredGrants } from '../../domain/auth/auth-types.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import type { AuthSetting } from './auth-form.ts'
import { tokenColumns } from './token-columns.tsx'
import { tokenMenu } from './token-list.ts'

/** The tokens of an auth setting. */
export const SettingTokens = ({ setting }: { setting: AuthSetting }) => {
  const { id, settings } = setting
  const list = useResource('token.list', {})
  const type = AUTH_TYPES[settings.auth_type]
  const canGet = offeredGrants(settings).length > 0
  const args = { 'auth-setting': id }
  if (type.token.length === 0)
    return (
      <Card label="Tokens">
        <EmptyState title="No tokens needed">Auth settings of the type {type.title} have no tokens.</EmptyState>
      </Card>
    )
  return (
    <Loaded of={list} page={false}>
      {({ results }) => {
        const rows = results.filter(({ meta }) => meta.auth_id === id)
        if (rows.length === 0)
          return (
            <Card label="Tokens">
              <EmptyState
                title="No tokens yet"
                actions={
                  <>
                    {canGet && <Act command="token.get" args={args} kind="primary" icon="plus" />}
                    <Act command="token.enter" args={args} kind={canGet ? 'secondary' : 'primary'} />
                  </>
                }
              >
                {canGet
                  ? 'A token holds the credentials of calls. The server obtains it from the provider, and refreshes it before it expires.'
                  : 'A token holds the credentials of calls. Its values are entered once, and are not shown again.'}
              </EmptyState>
            </Card>
          )
        return (
          <Card title="Tokens" sub={`${rows.length}`} flush>
            <Table
              label={`Tokens of ${setting.meta.name}`}
              twoLine
              columns={tokenColumns}
              rows={rows}
              rowId={({ id: token }) => token}
              rowName={({ meta }) => meta.name}
              menu={tokenMenu}
            />
          </Card>
        )
      }}
    </Loaded>
  )
}
