import { useMemo } from 'react'
import { deliveryProblem, LINK_NOT_SENT } from '../../domain/core/delivery-status.ts'
import { useApp } from '../core/app-context.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { Decisions } from './Decisions.tsx'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import classes from './detail.module.css'
import { EndedNotice } from './EndedNotice.tsx'
import { firingWords } from './firing-words.ts'
import { NoMailServer } from './NoMailServer.tsx'
import { OneWebhook } from './OneWebhook.tsx'
import { ReplayCard } from './ReplayCard.tsx'
import { Scope } from './Scope.tsx'
import { useAlertTarget } from './use-alert-target.ts'
import { WebhookHead } from './WebhookHead.tsx'
import { OnSwitch } from './webhook-columns.tsx'
import { formOf } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'

const Settings = ({ webhook }: { webhook: Webhook }) => {
  const rows = useMemo(() => [webhook], [webhook])
  const targetOf = useAlertTarget(rows)
  return (
    <Card title="Settings" actions={<OnSwitch webhook={webhook} />}>
      <div className="stack">
        <CategoryChips chosen={webhook.alerts} />
        <p className="sec">{firingWords(formOf(webhook))}</p>
        <KeyValues
          items={[
            { name: 'For', value: <Scope webhook={webhook} targetOf={targetOf} most={6} /> },
            { name: 'Created', value: <Time at={webhook.created} /> },
            { name: 'Changed', value: <Time at={webhook.last_update} /> },
            { name: 'Id', value: webhook.id, mono: true },
          ]}
        />
      </div>
    </Card>
  )
}

/** Addresses that took themselves off this alert’s mail: nobody but they can put themselves back. */
const Unsubscribed = ({ webhook: { unsubscribed } }: { webhook: Webhook }) =>
  unsubscribed.length === 0 ? null : (
    <Card title="Unsubscribed" sub={`${unsubscribed.length}`}>
      <ul className={classes.addresses}>
        {unsubscribed.map(({ address, time }) => (
          <li key={address}>
            <span className="trunc">{address}</span>
            <Time at={time} />
          </li>
        ))}
      </ul>
      <p className="muted small">They unsubscribed by the link in a mail of this alert.</p>
    </Card>
  )

/** Addresses that get no mail of this alert yet, since nobody there has said that they want it. */
const Unconfirmed = ({ webhook: { id, unconfirmed } }: { webhook: Webhook }) => {
  const { mail } = useApp().configuration
  if (unconfirmed.length === 0) return null
  return (
    <Card title="Not confirmed yet" sub={`${unconfirmed.length}`}>
      <ul className={classes.addresses}>
        {unconfirmed.map((address) => (
          <li key={address}>
            <span className={classes.address}>{address}</span>
            <Act
              command="recipient.ask"
              args={{ webhook: id, address }}
              size="small"
              hint={false}
              {...(!mail && { label: 'Write the mail again' })}
            />
          </li>
        ))}
      </ul>
      <p className="muted small">
        {mail
          ? 'They get alerts after opening the link that was sent to them.'
          : `They get alerts after opening a link. ${LINK_NOT_SENT}`}{' '}
        Project members need no confirmation.
      </p>
    </Card>
  )
}

/** Sentences in a row, each with its end. */
const sentences = (...all: readonly string[]): string =>
  all
    .filter((each) => each !== '')
    .map((each) => (/[.!?]$/.test(each) ? each : `${each}.`))
    .join(' ')

const LatestProblem = ({ webhook: { enabled, last_delivery: last } }: { webhook: Webhook }) => {
  // Kept mail is explained by the notice about the mail server.
  if (!enabled || last === null || (last.status !== 'failed' && last.status !== 'retrying')) return null
  return (
    <Notice
      kind={last.status === 'failed' ? 'fail' : 'warning'}
      title={
        last.status === 'failed' ? 'The newest message was not delivered.' : 'The newest message is not delivered yet.'
      }
    >
      {sentences(
        deliveryProblem(last),
        last.status === 'retrying' ? 'It is retried for 26 hours. Later messages of the same monitor wait for it.' : '',
      )}
    </Notice>
  )
}

/** The page is narrowed to one monitor, and how to widen it. */
const OfMonitor = ({ webhook, monitorId }: { webhook: Webhook; monitorId: string }) => {
  const rows = useMemo(() => [{ monitor_id: monitorId }], [monitorId])
  const targetOf = useAlertTarget(rows)
  return (
    <Notice
      kind="info"
      title={`Of “${targetOf(monitorId).name}” alone.`}
      actions={
        <Go to="webhook" params={{ webhookId: webhook.id }} kind="secondary" size="small" current="never">
          Of all monitors
        </Go>
      }
    />
  )
}

const Detail = ({ webhook }: { webhook: Webhook }) => {
  const { search } = useCurrentRoute()
  const request = useMemo(() => ({ id: webhook.id }), [webhook.id])
  return (
    <>
      <WebhookHead webhook={webhook} />
      {!webhook.enabled && (
        <Notice
          kind="info"
          title="This alert is off."
          actions={<Act command="webhook.enable" args={{ webhook: webhook.id }} size="small" />}
        >
          It sends no messages until you turn it on.
        </Notice>
      )}
      <EndedNotice webhook={webhook} />
      <NoMailServer type={formOf(webhook).type} />
      <LatestProblem webhook={webhook} />
      {search.monitor !== undefined && <OfMonitor webhook={webhook} monitorId={search.monitor} />}
      <div className="beside">
        <div className="stack">
          <Deliveries webhookId={webhook.id} />
          <ReplayCard request={request} />
          <Decisions webhookId={webhook.id} monitorId={search.monitor} />
        </div>
        <aside className="stack" aria-label="About this alert">
          <Settings webhook={webhook} />
          <Unconfirmed webhook={webhook} />
          <Unsubscribed webhook={webhook} />
        </aside>
      </div>
      {search.message !== undefined && <DeliveryDialog webhookId={webhook.id} deliveryKey={search.message} />}
    </>
  )
}

/** One alert: its messages and what became of them, its decisions, its settings. */
const WebhookScreen = () => <OneWebhook>{(webhook) => <Detail key={webhook.id} webhook={webhook} />}</OneWebhook>

export default WebhookScreen
