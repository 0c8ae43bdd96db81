import { useCallback, useMemo, useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { MailServer } from './MailServer.tsx'
import { mailColumns } from './mail-columns.tsx'
import { outboxList } from './outbox-list.ts'
import { Undeliverable } from './Undeliverable.tsx'

type Tested = AnswerOf<ProductContract['outbox.test']>

/** No live event says that a waiting mail was sent, so the screen polls. */
const POLL_MS = 5_000

/** Emails of the installation and their delivery status, for its site admins. */
const OutboxScreen = () => {
  const status = useResource('outbox.status', {})
  const list = useMemo(() => outboxList(status.data), [status.data])
  const listing = useListing(list)
  const [tested, setTested] = useState<Tested | null>(null)
  useScreenEvents(
    'screen',
    useCallback((event) => {
      // The command that sends the test mail sends its answer under this name.
      if (event.type === 'TESTED') setTested(event.answer)
    }, []),
  )
  const isWaiting = listing.all.some((mail) => mail.status === 'waiting')
  const { refetch } = listing
  const refetchStatus = status.refetch
  const refetchBoth = useCallback(() => {
    refetch()
    refetchStatus()
  }, [refetch, refetchStatus])
  usePoll(isWaiting, refetchBoth, POLL_MS)
  return (
    <Loaded of={status} label="Outbox">
      {(known) => (
        <ListScreen
          listing={listing}
          columns={mailColumns}
          lead="Emails of this installation, kept for 30 days. Their text is kept until they are sent."
          actions={<Act command="mail.test" kind="primary" icon="mail" />}
          above={
            <>
              <MailServer status={known} />
              {tested && (
                <Notice kind={tested.status === 'failed' ? 'fail' : 'info'} urgent title={`Test mail to ${tested.to}`}>
                  {tested.outcome} {tested.status !== 'kept' && `It took ${formats.latency(tested.milliseconds)}.`}
                </Notice>
              )}
            </>
          }
          below={<Undeliverable addresses={known.undeliverable} />}
        />
      )}
    </Loaded>
  )
}
export default OutboxScreen
