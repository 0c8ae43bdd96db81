import { useCallback } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { useRowCursor } from '../kit/list/use-row-cursor.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { notificationList } from './notification-list.ts'
import { byDay, type Notification, unreadWords } from './notification-words.ts'
import classes from './notifications.module.css'

const Feed = ({ rows }: { rows: readonly Notification[] }) => {
  const { cursor } = useRowCursor(notificationList, rows)
  return byDay(rows, Date.now()).map(({ day, of }) => (
    <Card key={day} title={day} flush className={classes.day}>
      <ul>
        {of.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} isCursor={notification.id === cursor} />
        ))}
      </ul>
    </Card>
  ))
}

/** Notifications of the project's people, by day. */
const NotificationsScreen = () => {
  const listing = useListing(notificationList)
  const { changeOlder, data } = listing
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        // The cache marks the first page; older pages are kept by the listing.
        if (event.type === 'MARKED')
          changeOlder((row) =>
            Array.isArray(event.ids) && !event.ids.includes(row.id) ? row : { ...row, read: event.read === true },
          )
      },
      [changeOlder],
    ),
  )
  const unread = data?.meta.unread ?? 0
  return (
    <ListScreen
      listing={listing}
      lead={unread === 0 ? 'All read.' : `${unreadWords(unread)} unread.`}
      actions={unread > 0 && <Act command="notification.mark-all-read" icon="check" />}
    >
      {(rows) => <Feed rows={rows} />}
    </ListScreen>
  )
}

export default NotificationsScreen
