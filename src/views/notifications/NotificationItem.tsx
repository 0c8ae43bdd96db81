import { useEffect, useRef } from 'react'
import { hasDeliveryProblem } from '../../domain/core/delivery-status.ts'
import { ResultLink, TargetLink } from '../alerts/TargetLink.tsx'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import type { Status } from '../parts/text/category.ts'
import { classNames } from '../parts/text/class-names.ts'
import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import { kindWords, type Notification, opening } from './notification-words.ts'
import classes from './notifications.module.css'

const ICONS = {
  delivery_error: 'mail',
  quota: 'insights',
  token: 'key',
  alert: 'bell',
  recovery: 'bell',
  location_away: 'location',
  location_back: 'location',
  certificate: 'lock',
} as const

const TROUBLE: readonly Notification['kind'][] = ['delivery_error', 'location_away', 'certificate', 'token', 'quota']

/** Status that a notification reports: a result's category, or a location that has no data or has it again; otherwise null. */
const statusOf = ({ kind, result_category, location_id }: Notification): Status | null => {
  if (result_category !== null || location_id === null) return result_category
  if (kind === 'alert') return 'NO_DATA'
  return kind === 'recovery' ? 'PASS' : null
}

/** Shape of the status, or icon of the kind. */
const Shape = ({ notification }: { notification: Notification }) => {
  const { kind } = notification
  const status = statusOf(notification)
  return (
    <span className={classNames(classes.shape, TROUBLE.includes(kind) && classes.trouble)}>
      {status === null ? <Icon name={ICONS[kind]} /> : <StatusShape category={status} />}
    </span>
  )
}

/** The certificates of the organization that the open project belongs to. */
const CertificatesLink = () => {
  const project = useWorld().project
  const { data } = useResource('project.read', project && { params: { id: project.id } })
  return data?.organization ? (
    <Go to="organization-certificates" params={{ orgId: data.organization.id }} current="never">
      Certificates of {data.organization.name}
    </Go>
  ) : null
}

const Links = ({ notification }: { notification: Notification }) => {
  const { kind, result_id, call_id, call_name, call_kind, webhook_id, webhook_name, token_id, token_name, quota } =
    notification
  return (
    <div className={classes.links}>
      {kind === 'location_away' && (
        <Go to="monitors" search={{ result: 'NO_DATA' }} current="never">
          Monitors without data
        </Go>
      )}
      {kind === 'certificate' && <CertificatesLink />}
      {token_id !== null && (
        <Go to="token" params={{ tokenId: token_id }} className="trunc" current="never">
          {token_name}
        </Go>
      )}
      {quota !== null && (
        <Go to={quota === 'files' ? 'files' : 'monitors'} current="never">
          {quota === 'files' ? 'Files' : 'Monitors'}
        </Go>
      )}
      {result_id !== null && (
        <ResultLink kind={call_kind} resultId={result_id} hash="alerts">
          Result
        </ResultLink>
      )}
      {call_id !== null && (
        <TargetLink kind={call_kind} id={call_id}>
          {call_name}
        </TargetLink>
      )}
      {webhook_id !== null && (
        <Go to="webhook" params={{ webhookId: webhook_id }} className="trunc" current="never">
          {webhook_name}
        </Go>
      )}
    </div>
  )
}

type NotificationItemProps = {
  notification: Notification
  /** Without links and button, for little room. */
  brief?: boolean
  isCursor?: boolean
}

/** One notification. Its title opens what the notification is about and marks it as read. */
export const NotificationItem = ({ notification, brief = false, isCursor = false }: NotificationItemProps) => {
  // Lists are in the order of beginnings.
  const { id, kind, title, text, read, time, times, last_time, delivery } = notification
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCursor) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCursor])
  return (
    <li
      ref={item}
      className={classNames(classes.item, brief && classes.brief, !read && classes.unread, isCursor && classes.cursor)}
      aria-current={isCursor || undefined}
    >
      <span className={classes.dot}>{!read && <span className="sr">Unread. </span>}</span>
      <Shape notification={notification} />
      <div className={classes.words}>
        <p className={classes.line}>
          <Act {...opening(notification)} kind="plain" className={classes.title}>
            <span className="sr">{kindWords[kind]}: </span>
            {title}
          </Act>
          {times > 1 && (
            <span className={classes.times}>
              {times} times, last <Time at={last_time} />
            </span>
          )}
          <Time at={time} />
        </p>
        <p className={classes.text}>{text}</p>
        {delivery && (!brief || hasDeliveryProblem(delivery.status)) && <DeliveryState delivery={delivery} whole />}
        {!brief && <Links notification={notification} />}
      </div>
      {!brief && (
        <Act
          command={read ? 'notification.mark-unread' : 'notification.mark-read'}
          args={{ notification: id }}
          kind="ghost"
          size="small"
          iconOnly
          icon={read ? 'bell' : 'check'}
          label={`${read ? 'Mark as unread' : 'Mark as read'}: ${title}`}
        />
      )}
    </li>
  )
}
