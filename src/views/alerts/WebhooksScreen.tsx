import { useMemo } from 'react'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { alertList } from './alert-list.ts'
import { OpenIncidents } from './OpenIncidents.tsx'
import { useAlertTarget } from './use-alert-target.ts'
import { webhookColumns } from './webhook-columns.tsx'
import classes from './webhooks.module.css'

/** Alerts of the project: who is told when results turn out badly. */
const WebhooksScreen = () => {
  const listing = useListing(alertList)
  const targetOf = useAlertTarget(listing.rows)
  const columns = useMemo(() => webhookColumns(targetOf), [targetOf])
  return <ListScreen listing={listing} columns={columns} className={classes.list} above={<OpenIncidents />} />
}

export default WebhooksScreen
