import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { DELIVERY_WORDS } from '../../domain/core/delivery-status.ts'
import { serverChoice } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'

export type Delivery = AnswerOf<ProductContract['delivery.list']>['data'][number]

/** Messages of an alert, a page at a time; with a monitor's id, those about that monitor. */
export const deliveryList = (webhookId: string, monitorId: string | undefined) =>
  defineList('delivery.list', {
    kind: null,
    one: 'message',
    many: 'messages',
    titled: true,
    rowId: ({ key }) => key,
    rowName: ({ kind, monitor, time }) => `${kind} of ${monitor?.name ?? 'a monitor'}, ${time}`,
    query: { limit: 50, ...(monitorId !== undefined && { monitor_id: monitorId }) },
    paged: true,
    filters: [
      serverChoice({
        name: 'status',
        label: 'Which messages',
        control: 'links',
        options: (['delivered', 'retrying', 'kept', 'failed'] as const).map((value) => ({
          value,
          label: DELIVERY_WORDS[value],
        })),
        asks: (status) => ({ status }),
      }),
    ],
    acts: ({ key }) => [
      { command: 'delivery.retry', args: { webhook: webhookId, message: key }, icon: 'reload', label: 'Send again:' },
    ],
    empty:
      monitorId === undefined
        ? {
            title: 'Nothing was sent yet',
            text: 'A message is sent when a scheduled run comes out as chosen; a test is not kept here.',
          }
        : { title: 'No messages', text: 'This alert sent nothing about this monitor.' },
  })
