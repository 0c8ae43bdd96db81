import { useCallback, useMemo } from 'react'
import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useList } from '../core/use-list.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { type ApiKey, apiKeyColumns } from './api-key-columns.tsx'
import { NewApiKey } from './NewApiKey.tsx'

const rowId = ({ id }: ApiKey): string => id
const rowName = ({ name }: ApiKey): string => name
const pointing = ({ id }: ApiKey) => ({ command: 'list.point', args: { row: id } })
const acts = ({ id }: ApiKey) => [
  { command: 'api-key.revoke', args: { key: id }, icon: 'trash' as const, label: 'Revoke' },
]

const menu = ({ id }: ApiKey) => [
  { command: 'api-key.revoke', args: { key: id }, icon: 'trash' as const, danger: true },
]

/** The keys by which programs call the API in this project. */
const ApiKeysScreen = () => {
  const level = useMachine('project', (snapshot) => snapshot?.context.current?.access_level)
  const mayUse = level !== undefined && holds(level, 'inspect')
  const { data, error, status, refetch } = useResource('key.list', mayUse ? {} : null)
  const isSlow = useSlow(status === 'pending' && !data)
  const { search } = usePlace()
  useTitle()
  const head = (
    <SettingsHead
      title="API keys"
      lead="By a key, a program calls the API of this project, with the rights of one level."
      actions={data && data.results.length > 0 && <Act command="api-key.new" kind="primary" icon="plus" />}
    />
  )
  if (!mayUse)
    return (
      <>
        {head}
        <Card label="API keys">
          <EmptyState title="API keys need another level">
            A key may do what its maker may do. Viewers have no keys: ask an owner of the project for another level.
          </EmptyState>
        </Card>
      </>
    )
  if (!data) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return isSlow ? <Loading label="API keys" /> : null
  }
  return (
    <>
      {head}
      {data.results.length === 0 ? <NoKeys /> : <Keys keys={data.results} />}
      {search.new !== undefined && level && <NewApiKey level={level} />}
    </>
  )
}
export default ApiKeysScreen

const Keys = ({ keys }: { keys: readonly ApiKey[] }) => {
  const ids = useMemo(() => keys.map(rowId), [keys])
  const nameOf = useCallback((id: string) => keys.find((key) => key.id === id)?.name ?? id, [keys])
  const { cursor } = useList({ kind: 'api-key', ids, nameOf })
  return (
    <>
      <Card flush label="API keys">
        <Table
          label="API keys"
          columns={apiKeyColumns}
          rows={keys}
          twoLine
          {...{ rowId, rowName, cursor, pointing, acts, menu }}
        />
      </Card>
      <p className={classes.note}>
        A key stands in the header <code>Authorization: Bearer …</code>. The <a href="/api">API reference</a> lists what
        it can call.
      </p>
    </>
  )
}

const NoKeys = () => (
  <Card label="API keys">
    <EmptyState
      title="No API keys"
      line="create api-key CI --access-level EDITOR"
      actions={<Act command="api-key.new" kind="primary" icon="plus" />}
    >
      Scripts, pipelines and other programs call the API with a key of their own. It opens this project alone, may do no
      more than you, and can be revoked at any time.
    </EmptyState>
  </Card>
)
