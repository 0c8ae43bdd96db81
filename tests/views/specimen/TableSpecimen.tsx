import { BulkBar } from '../../../src/views/parts/act/BulkBar.tsx'
import { SaveBar } from '../../../src/views/parts/form/SaveBar.tsx'
import { Pager } from '../../../src/views/parts/table/Pager.tsx'
import { Table } from '../../../src/views/parts/table/Table.tsx'
import { Card } from '../../../src/views/parts/text/Card.tsx'
import { columns, rowsOf } from './rows.tsx'
import type { StageState } from './stage.ts'

const rows = rowsOf(7)

/** A list with a selection, a cursor and its bars. */
export const TableSpecimen = ({ told }: StageState) => {
  const ticked = new Set(['m1', 'm2'])
  for (const { id, args } of told) {
    const row = String(args?.row)
    if (id === 'list.clear') ticked.clear()
    if (id === 'list.select' && !ticked.delete(row)) ticked.add(row)
  }
  return (
    <>
      <Card flush label="Monitors">
        <Table
          label="Monitors"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          sorted={{ column: 'score', direction: 'ascending' }}
          cursor="m1"
          twoLine
          selection={{
            has: (id) => ticked.has(id),
            toggling: ({ id }) => ({ command: 'list.select', args: { row: id } }),
            togglingAll: { command: 'list.select-all' },
            all: ticked.size === 0 ? 'none' : 'some',
            of: 'monitors on this page',
          }}
          acts={({ id }) => [
            { command: 'monitor.run', args: { monitor: id }, icon: 'play', label: 'Run' },
            { command: 'monitor.edit', args: { monitor: id }, icon: 'edit', label: 'Edit' },
          ]}
          menu={({ id }) => [
            { command: 'monitor.run', args: { monitor: id } },
            { command: 'monitor.remove', danger: true },
          ]}
        />
      </Card>
      <Pager from={1} to={7} of={48} previous={null} next={{ to: 'monitors', search: { page: 2 } }} />
      <SaveBar
        count={4}
        places="to address, headers and body"
        discarding={{ command: 'form.discard' }}
        saving={{ command: 'form.save' }}
      />
      <BulkBar
        count={ticked.size}
        of="monitors"
        hidden={0}
        clearing={{ command: 'list.clear' }}
        acts={[
          { command: 'monitor.run', icon: 'play', label: 'Run' },
          { command: 'monitor.tag', icon: 'tag', label: 'Tag' },
          { command: 'monitor.remove', icon: 'trash', label: 'Delete', danger: true },
        ]}
      />
    </>
  )
}
