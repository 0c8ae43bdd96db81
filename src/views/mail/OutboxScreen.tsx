import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useList } from '../core/use-list.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { MailServer } from './MailServer.tsx'
import classes from './mail.module.css'
import { mailColumns } from './mail-columns.tsx'
import { type Mail, type OutboxStatus, STATUSES, statusWords } from './mail-words.ts'
import { Undeliverable } from './Undeliverable.tsx'

type Tested = AnswerOf<ProductContract['outbox.test']>

const PAGE = 50
/** What waits is on its way: nobody tells this screen when it has left, so it looks again. */
const LOOK_MS = 5_000

const rowId = ({ id }: Mail): string => id
const rowName = ({ to, subject, kind }: Mail): string => `${subject ?? kind} to ${to}`
const pointing = ({ id }: Mail) => ({ command: 'list.point', args: { row: id } })
const actsWith =
  (isLeaving: boolean) =>
  ({ id, status }: Mail) =>
    status === 'sent' || !isLeaving
      ? []
      : [{ command: 'mail.retry', args: { mail: id }, icon: 'reload' as const, label: 'Try again now:' }]

/** The mail of the installation, for its site admins: what was sent, what waits, and what could not be delivered. */
const OutboxScreen = () => {
  const world = useWorld()
  const { search } = usePlace()
  const filter = STATUSES.find((each) => each === search.status)
  const cursor = search.before
  const query = useMemo(
    () => ({ limit: PAGE, ...(filter && { status: filter }), ...(cursor && { cursor }) }),
    [filter, cursor],
  )
  const list = useResource('outbox.list', { query })
  const status = useResource('outbox.status', {})
  const isSlow = useSlow(!list.data && list.status === 'pending')
  const [tested, setTested] = useState<Tested | null>(null)
  useTitle()
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        // The command that sends the test names its answer so.
        if (event.type === 'TESTED') setTested(event.answer as Tested)
        if (event.type === 'OPEN') world.go('mail', { mailId: String(event.id) })
      },
      [world],
    ),
  )
  const isWaiting = list.data?.results.some((mail) => mail.status === 'waiting') ?? false
  const { refetch } = list
  const refetchStatus = status.refetch
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      refetch()
      refetchStatus()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, refetch, refetchStatus])
  if (!list.data || !status.data) {
    const failed = !list.data && list.error ? list : status
    if (failed.error) return <Trouble page error={failed.error} refetch={failed.refetch} />
    return isSlow ? <Loading label="Outbox" /> : null
  }
  return (
    <>
      <PageHead
        title="Outbox"
        lead="What this installation sends by mail: kept for 30 days, and what it says only until it has left."
        actions={<Act command="mail.test" kind="primary" icon="mail" />}
      />
      <div className="stack">
        <MailServer status={status.data} />
        {tested && (
          <Notice kind={tested.status === 'failed' ? 'fail' : 'info'} urgent title={`Test mail to ${tested.to}`}>
            {tested.outcome} {tested.status !== 'kept' && `It took ${formats.latency(tested.milliseconds)}.`}
          </Notice>
        )}
        <Mails
          mails={list.data.results}
          {...{ filter, cursor }}
          next={list.data.meta.next_cursor}
          status={status.data}
        />
        <Undeliverable addresses={status.data.undeliverable} />
      </div>
    </>
  )
}
export default OutboxScreen

type MailsProps = {
  mails: readonly Mail[]
  status: OutboxStatus
  filter: Mail['status'] | undefined
  cursor: string | undefined
  next: string | null
}

const Mails = ({ mails, status: { counts, server }, filter, cursor, next }: MailsProps) => {
  const listed = useList({ kind: 'mail', rows: mails, rowId, rowName })
  const acts = useMemo(() => actsWith(server !== null), [server])
  const total = STATUSES.reduce((sum, each) => sum + counts[each], 0)
  if (total === 0)
    return (
      <Card label="Mail">
        <EmptyState title="No mail yet" line="send test-mail" actions={<Act command="mail.test" icon="mail" />}>
          Confirmations of addresses, new passwords and digests show here when they are written, with what became of
          each.
        </EmptyState>
      </Card>
    )
  const choices = [
    { status: undefined, label: `All ${formats.count(total)}` },
    ...STATUSES.filter((each) => counts[each] > 0 || each === filter).map((each) => ({
      status: each,
      label: `${statusWords[each].word} ${formats.count(counts[each])}`,
    })),
  ]
  return (
    <Card
      title="Mail"
      sub="newest first"
      flush
      className={classes.mails}
      actions={
        <SegmentedLinks
          label="Which mail"
          places={choices.map(({ status, label }) => ({
            to: 'outbox',
            search: { status },
            label,
            current: status === filter,
          }))}
        />
      }
    >
      {mails.length === 0 ? (
        <p className={classes.none}>No mail of this kind.</p>
      ) : (
        <Table
          label="Mail"
          twoLine
          columns={mailColumns}
          rows={mails}
          cursor={listed.cursor}
          {...{ rowId, rowName, pointing, acts }}
        />
      )}
      {(next !== null || cursor) && (
        <p className={classes.pages}>
          {cursor && (
            <Go to="outbox" search={{ status: filter }} kind="secondary" size="small">
              Newest
            </Go>
          )}
          {next !== null && (
            <Go to="outbox" search={{ status: filter, before: next }} kind="secondary" size="small">
              Older
            </Go>
          )}
        </p>
      )}
    </Card>
  )
}
