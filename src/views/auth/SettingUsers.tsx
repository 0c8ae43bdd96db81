import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { AuthSetting } from './auth-form.ts'

/** The monitors that use an auth setting, and those that it sends no credentials for. */
export const SettingUsers = ({ setting }: { setting: AuthSetting }) => {
  const { id, meta } = setting
  const users = useResource('auth-setting.users', { params: { id } })
  const tokens = useResource('token.list', {})
  const tokenName = (token: string | null) =>
    token === null ? 'No token' : (tokens.data?.results.find((each) => each.id === token)?.meta.name ?? 'A token')
  return (
    <Loaded of={users} page={false}>
      {({ data }) => {
        if (data.length === 0)
          return (
            <Card label="Used by">
              <EmptyState title="No monitor uses it yet">
                Choose the auth setting and a token in the form of a monitor, under Authentication.
              </EmptyState>
            </Card>
          )
        const refused = [...new Set(data.flatMap(({ refused_origin: origin }) => origin ?? []))]
        return (
          <>
            {refused.length > 0 && (
              <Notice kind="warning" title={`No credentials are sent to ${refused.join(' and ')}.`}>
                Runs of these monitors fail until the origin is allowed under{' '}
                <Go to="auth-setting" params={{ authId: id }}>
                  Settings
                </Go>
                .
              </Notice>
            )}
            <Card title="Monitors" sub={`${data.length}`} flush>
              <Table
                label={`Monitors that use ${meta.name}`}
                twoLine
                rows={data}
                rowId={(row) => row.id}
                rowName={({ name }) => name}
                columns={[
                  {
                    id: 'name',
                    head: 'Monitor',
                    names: true,
                    grows: true,
                    cell: (row) => (
                      <Named below={<code className="trunc">{row.url}</code>}>
                        <Go to="monitor" params={{ callId: row.id }}>
                          {row.name}
                        </Go>
                      </Named>
                    ),
                  },
                  { id: 'token', head: 'Token', cell: ({ token_id: token }) => tokenName(token) },
                  {
                    id: 'origin',
                    head: 'Credentials',
                    hide: 's',
                    cell: ({ refused_origin: origin }) =>
                      origin === null ? 'Sent' : <span className="bad">Not sent to {origin}</span>,
                  },
                ]}
              />
            </Card>
          </>
        )
      }}
    </Loaded>
  )
}
