import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import settings from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Named } from '../parts/text/Named.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'

type Row = AnswerOf<ProductContract['connection.list']>['results'][number]

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Application',
    names: true,
    grows: true,
    cell: ({ name, hosts }) => <Named below={hosts.join(', ')}>{name}</Named>,
  },
  {
    id: 'access',
    head: 'Access',
    cell: ({ writes, project }) => (
      <Named below={project === null ? 'all your projects' : project.name}>
        {writes ? 'Read and write' : 'Read only'}
      </Named>
    ),
  },
  { id: 'created', head: 'Connected', hide: 't', cell: ({ created }) => <Time at={created} /> },
  {
    id: 'used',
    head: 'Last used',
    align: 'end',
    hide: 'm',
    cell: ({ last_used }) => (last_used ? <Time at={last_used} /> : <span className="muted">never</span>),
  },
  { id: 'expires', head: 'Ends', align: 'end', hide: 'm', cell: ({ expires }) => <Time at={expires} /> },
]

const lead =
  'Programs that act for you through the Model Context Protocol. Each has at most the rights that you have now.'

/** The address that applications connect to. */
const Endpoint = () => {
  const address = `${location.origin}/mcp`
  return (
    <Card title="Connect an application">
      <p className={settings.note}>
        Give this address to a program that speaks the Model Context Protocol. It opens a page here, where you decide
        what it may do.
      </p>
      <span className={settings.copied}>
        <code>{address}</code>
        <Act
          command="text.copy"
          args={{ text: address, what: 'Address' }}
          kind="ghost"
          size="small"
          icon="copy"
          iconOnly
          label="Copy the address"
        />
      </span>
    </Card>
  )
}

/** The applications that the person connected, each of which can be taken away. */
const ConnectionsScreen = () => {
  const list = useResource('connection.list', {})
  useTitle()
  return (
    <Loaded of={list} label="Connected applications">
      {({ results: rows }) => (
        <>
          <PageHead title="Connected applications" lead={lead} />
          <div className="stack">
            {rows.length === 0 ? (
              <EmptyState title="No application is connected">
                An assistant or another program that you connect can read your monitors and their results, and change
                them if you let it.
              </EmptyState>
            ) : (
              <Table
                label="Connected applications"
                columns={columns}
                rows={rows}
                rowId={({ id }) => id}
                rowName={({ name }) => name}
                acts={({ id }) => [
                  { command: 'connection.remove', args: { connection: id }, icon: 'close', label: 'Disconnect' },
                ]}
              />
            )}
            <Endpoint />
          </div>
        </>
      )}
    </Loaded>
  )
}
export default ConnectionsScreen
