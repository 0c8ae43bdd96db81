import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Card } from '../parts/text/Card.tsx'
import { CodeCard } from '../parts/text/Code.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { TokenFields } from './TokenFields.tsx'
import { TokenState } from './TokenState.tsx'
import { grantWords } from './token-columns.tsx'
import { type Token, tokenFormOf, tokenTable } from './token-form.ts'

const time = (at: string | null, none: string) => (at === null ? none : <Time at={at} />)

const Facts = ({ row }: { row: Token }) => (
  <Card title="Token">
    <KeyValues
      items={[
        { name: 'State', value: <TokenState status={row.status} /> },
        { name: 'Obtained by', value: grantWords(row) },
        { name: 'Obtained', value: time(row.issued, '—') },
        { name: 'Expires', value: time(row.token.expire_time, 'Never') },
        { name: 'Next refresh', value: time(row.refresh_at, 'Not automatically') },
        { name: 'Scope', value: row.token.scope ?? null },
        { name: 'Used by', value: `${row.used_by} ${row.used_by === 1 ? 'monitor' : 'monitors'}` },
      ]}
    />
  </Card>
)

const Editor = ({ row }: { row: Token }) => {
  const world = useWorld()
  const type = row.meta.auth_type
  const form = useRecordForm({
    table: tokenTable(type),
    key: `token:${row.id}`,
    base: tokenFormOf(row),
    versions: versionsOf(row, () => world.call('token.read', { params: { id: row.id } })),
    async save(body, { world, version: if_last_update }) {
      const saved = await world.call('token.update', { params: { id: row.id }, body: { ...body, if_last_update } })
      world.tell(`“${saved.meta.name}” saved`)
      return saved
    },
  })
  return (
    <TokenFields
      form={form}
      type={type}
      beside={
        <aside className="stack" aria-label="About this token">
          <Facts row={row} />
        </aside>
      }
    />
  )
}

const One = ({ row }: { row: Token }) => {
  const { id, meta, problem, refresh_at, token, grant } = row
  useTitle(meta.name)
  const settings = useResource('auth-setting.list', {})
  const setting = settings.data?.results.find((each) => each.id === meta.auth_id)
  const args = { token: id }
  const again = { 'auth-setting': meta.auth_id, token: id }
  const canRefresh =
    refresh_at !== null || Boolean(token.refresh_token) || grant === 'client_credentials' || grant === 'jwt_bearer'
  return (
    <>
      <PageHead
        title={meta.name}
        badge={<TokenState status={row.status} />}
        lead={
          <>
            Token of{' '}
            <Go to="auth-setting-tokens" params={{ authId: meta.auth_id }}>
              {setting?.meta.name ?? 'its auth setting'}
            </Go>
          </>
        }
        actions={
          meta.mine && (
            <>
              <Menu
                label="More actions"
                icon="more"
                iconOnly
                items={[
                  { command: 'token.revoke', args },
                  { command: 'token.remove', args, icon: 'trash', danger: true },
                ]}
              />
              {grant !== 'manual' && <Act command="token.get" args={again} label="Authenticate again" icon="key" />}
              {canRefresh && <Act command="token.refresh" args={args} icon="reload" kind="primary" />}
            </>
          )
        }
      />
      {problem !== null && (
        <Notice kind="fail" title="It could not be refreshed.">
          {problem}
        </Notice>
      )}
      {!meta.mine && (
        <Notice kind="info" title="This token belongs to someone else.">
          Its values are used by monitors, and shown to nobody.
        </Notice>
      )}
      {meta.mine ? <Editor row={row} /> : <Facts row={row} />}
      {Object.keys(row.api_response).length > 0 && (
        <CodeCard
          title="Last answer of the provider"
          sub="secrets are masked"
          label="Last answer of the provider"
          language="json"
          text={JSON.stringify(row.api_response, null, 2)}
        />
      )}
    </>
  )
}

/** One token: its state, its values, and the provider's last answer. */
const TokenScreen = () => {
  const { tokenId = '' } = useCurrentRoute().params
  const token = useResource('token.read', { params: { id: tokenId } })
  return (
    <Loaded of={token} label="Token">
      {(row) => <One key={row.id} row={row} />}
    </Loaded>
  )
}

export default TokenScreen
