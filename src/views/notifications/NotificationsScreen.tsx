import { useCallback, useMemo } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useList } from '../core/use-list.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useSlow } from '../core/use-slow.ts'
import { usePerform } from '../core/use-world.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { NotificationFilters } from './NotificationFilters.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import {
  byDay,
  isNarrowed,
  type Notification,
  notificationQuery,
  openingOf,
  unreadWords,
} from './notification-words.ts'
import classes from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

const Feed = ({ rows }: { rows: readonly Notification[] }) => {
  const perform = usePerform()
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const nameOf = useCallback((id: string) => byId.get(id)?.title ?? id, [byId])
  const { cursor } = useList({ kind: 'notification', ids, nameOf })
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, id }) => {
        const notification = type === 'OPEN' ? byId.get(String(id)) : undefined
        if (notification) perform('notification.open', openingOf(notification))
      },
      [byId, perform],
    ),
  )
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

const NoNotifications = ({ narrowed }: { narrowed: boolean }) => (
  <Card label="Notifications">
    <EmptyState
      title={narrowed ? 'No notifications of this kind' : 'No notifications yet'}
      actions={
        narrowed ? (
          <Act command="list.clear-filter" label="Clear the filter" />
        ) : (
          <Go to="new-webhook" kind="primary" icon="plus">
            Add an alert
          </Go>
        )
      }
      {...(!narrowed && { line: 'create alert email ops@example.com' })}
    >
      {narrowed
        ? 'Nothing that people were told of matches the filter.'
        : 'What alerts tell is listed here too: when a monitor fails, when it is back to normal, and when a message does not get through. So is a location that is away.'}
    </EmptyState>
  </Card>
)

/** What the project’s people were told of. */
const NotificationsScreen = () => {
  useTitle()
  const { search } = usePlace()
  const query = useMemo(() => notificationQuery(search), [search])
  const { rows, unread, isThere, status, error, refetch, hasOlder, loadingOlder } = useNotifications(query)
  const slow = useSlow(status === 'pending' && !isThere)
  if (!isThere) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return slow ? <Loading label="Notifications" /> : null
  }
  const narrowed = isNarrowed(search)
  return (
    <>
      <PageHead
        title="Notifications"
        lead={unread === 0 ? 'All read.' : `${unreadWords(unread)} not read.`}
        actions={unread > 0 && <Act command="notification.mark-all-read" icon="check" />}
      />
      {(rows.length > 0 || narrowed) && <NotificationFilters rows={rows} more={hasOlder} />}
      {rows.length === 0 ? <NoNotifications narrowed={narrowed} /> : <Feed rows={rows} />}
      {hasOlder && (
        <p className={classes.older}>
          <Act command="notification.older" size="small" pending={loadingOlder} />
        </p>
      )}
    </>
  )
}

export default NotificationsScreen
