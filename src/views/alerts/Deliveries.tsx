import { useMemo } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import classes from './detail.module.css'
import type { Webhook } from './webhook-list.ts'

export type Delivery = AnswerOf<ProductContract['delivery.list']>['data'][number]

const PAGE = 50

const STATUSES = ['waiting', 'delivered', 'retrying', 'failed'] as const
const CHOICES = [
  { status: undefined, label: 'All' },
  { status: 'delivered', label: 'Delivered' },
  { status: 'retrying', label: 'Trying again' },
  { status: 'failed', label: 'Not delivered' },
] as const

const rowId = ({ key }: Delivery): string => key
const rowName = ({ kind, monitor, time }: Delivery): string => `${kind} of ${monitor?.name ?? 'a monitor'}, ${time}`

/** The messages of an alert, newest first, and what became of each. */
export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const { search } = useCurrentRoute()
  const { id } = webhook
  const status = STATUSES.find((each) => each === search.status)
  const cursor = search.before
  const monitorId = search.monitor
  const query = useMemo(
    () => ({
      limit: PAGE,
      ...(status && { status }),
      ...(cursor && { cursor }),
      ...(monitorId && { monitor_id: monitorId }),
    }),
    [status, cursor, monitorId],
  )
  const { data, error, refetch, status: reading } = useResource('delivery.list', { params: { id }, query })
  const slow = useSlow(reading === 'pending' && !data)
  const columns = useMemo(() => deliveryColumns(id, search), [id, search])
  const acts = useMemo(
    () => (delivery: Delivery) => [
      {
        command: 'delivery.retry',
        args: { webhook: id, message: delivery.key },
        icon: 'reload' as const,
        label: 'Send again:',
      },
    ],
    [id],
  )
  const rows = data?.data ?? []
  const next = data?.meta.next_cursor ?? null
  return (
    <Card
      title="Messages"
      flush
      className={classes.deliveries}
      actions={
        <SegmentedLinks
          label="Which messages"
          places={CHOICES.map(({ status: of, label }) => ({
            to: 'webhook',
            params: { webhookId: id },
            search: { status: of, monitor: monitorId },
            label,
            current: of === status,
          }))}
        />
      }
    >
      {!data && error && <LoadError error={error} refetch={refetch} />}
      {!data && slow && <Loading page={false} />}
      {data && rows.length === 0 && (
        <p className={classes.none}>
          {status || cursor || monitorId
            ? 'No messages of this kind.'
            : 'Nothing was sent yet. A message is sent when a scheduled run has one of the chosen outcomes. Test messages are not listed.'}
        </p>
      )}
      {rows.length > 0 && <Table label="Messages" twoLine {...{ columns, rows, rowId, rowName, acts }} />}
      {(next !== null || cursor) && (
        <p className={classes.pages}>
          {cursor && (
            <Go
              to="webhook"
              params={{ webhookId: id }}
              search={{ status, monitor: monitorId }}
              kind="secondary"
              size="small"
            >
              Newest
            </Go>
          )}
          {next !== null && (
            <Go
              to="webhook"
              params={{ webhookId: id }}
              search={{ status, monitor: monitorId, before: next }}
              kind="secondary"
              size="small"
            >
              Older
            </Go>
          )}
        </p>
      )}
    </Card>
  )
}
