import { useEffect, useRef } from 'react'
import { useHref } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Popover } from '../parts/overlay/Popover.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { unreadWords } from './notification-words.ts'
import classes from './notifications.module.css'

/** Notifications in the popover. */
const newest = { query: { limit: 10 } }

/** The newest notifications. The popover closes when a link leads elsewhere. */
const Glance = ({ close }: { close: () => void }) => {
  const { data } = useResource('notification.list', newest)
  const href = useHref()
  const opened = useRef(href)
  useEffect(() => {
    if (href !== opened.current) close()
  }, [href, close])
  const rows = data?.results ?? []
  return (
    <>
      <div className={classes.glance}>
        <b>Notifications</b>
        <Act command="notification.mark-all-read" kind="ghost" size="small" />
      </div>
      {data && rows.length === 0 && (
        <p className={classes.none}>No notifications yet. Alerts and failed deliveries are listed here.</p>
      )}
      <ul className={classes.short}>
        {rows.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} brief />
        ))}
      </ul>
      <div className={classes.foot}>
        <Go to="notifications" hinted current="never">
          All notifications
        </Go>
      </div>
    </>
  )
}

/** Unread count in the top bar, with a popover of the newest notifications. */
export const Bell = () => {
  const { data } = useResource('notification.list', newest)
  const unread = data?.meta.unread ?? 0
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unreadWords(unread)} unread`
  return (
    <Popover
      kind="plain"
      label={label}
      tip={label}
      align="end"
      className={classes.bell}
      panelClassName={classes.panel}
      face={
        <>
          <Icon name="bell" />
          {unread > 0 && <span className={classes.count}>{unreadWords(unread)}</span>}
        </>
      }
    >
      {(close) => <Glance close={close} />}
    </Popover>
  )
}
