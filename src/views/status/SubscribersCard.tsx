import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './status.module.css'

type Subscriber = AnswerOf<ProductContract['status-page.subscribers']>['data'][number]

const columns: readonly Column<Subscriber>[] = [
  { id: 'address', head: 'Address', names: true, grows: true, cell: ({ address }) => address },
  {
    id: 'confirmed',
    head: 'Confirmed',
    align: 'end',
    cell: ({ confirmed }) => (confirmed === null ? 'not yet' : <Time at={confirmed} />),
  },
]

/** Subscribers of the status page. Below the level OWNER their addresses are masked. */
export const SubscribersCard = () => {
  const subscribers = useResource('status-page.subscribers', { query: {} })
  const isFlush = (subscribers.data?.data.length ?? 0) > 0
  return (
    <Card
      title="Subscribers"
      sub={subscribers.data && `${formats.count(subscribers.data.meta.confirmed)} confirmed`}
      flush={isFlush}
    >
      <Loaded of={subscribers} page={false}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="muted">Nobody has subscribed yet.</p>
          ) : (
            <>
              <Table
                label="Subscribers"
                columns={columns}
                rows={data}
                rowId={({ id }) => id}
                rowName={({ address }) => address}
                menu={({ id }) => [
                  { command: 'status-page.remove-subscriber', args: { subscriber: id }, icon: 'trash', danger: true },
                ]}
              />
              {meta.more && <p className={classes.more}>The newest {data.length} are shown.</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
