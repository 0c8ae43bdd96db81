import { useMemo } from 'react'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { deliveryList } from './delivery-list.ts'
import classes from './detail.module.css'

/** The messages of an alert, newest first, and what became of each. */
export const Deliveries = ({ webhookId }: { webhookId: string }) => {
  const { search } = useCurrentRoute()
  const list = useMemo(() => deliveryList(webhookId, search.monitor), [webhookId, search.monitor])
  const listing = useListing(list, { params: { id: webhookId } })
  const columns = useMemo(() => deliveryColumns(webhookId, search), [webhookId, search])
  return <ListBody listing={listing} columns={columns} className={classes.deliveries} />
}
