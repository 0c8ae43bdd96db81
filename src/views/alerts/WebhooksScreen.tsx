import { useMemo } from 'react'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { alertList } from './alert-list.ts'
import { useMonitorName } from './use-monitor-name.ts'
import { webhookColumns } from './webhook-columns.tsx'
import classes from './webhooks.module.css'

/** Alerts of the project: who is told when results turn out badly. */
const WebhooksScreen = () => {
  const listing = useListing(alertList)
  const monitorName = useMonitorName(listing.rows)
  const columns = useMemo(() => webhookColumns(monitorName), [monitorName])
  return <ListScreen listing={listing} columns={columns} className={classes.list} />
}

export default WebhooksScreen
