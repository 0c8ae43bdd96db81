import { useCallback, useMemo } from 'react'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { MailServer } from './MailServer.tsx'
import { mailColumns } from './mail-columns.tsx'
import { outboxList } from './outbox-list.ts'
import { TestMail, useTestMail } from './TestMail.tsx'
import { Undeliverable } from './Undeliverable.tsx'

/** No live event says that a waiting mail was sent, so the screen polls. */
const POLL_MS = 5_000

/** Emails of the installation and their delivery status, for its site admins. */
const OutboxScreen = () => {
  const status = useResource('outbox.status', {})
  const list = useMemo(() => outboxList(status.data), [status.data])
  const listing = useListing(list)
  const test = useTestMail()
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
          actions={<Act command="mail.test" kind="primary" icon="mail" pending={test.isBusy} />}
          above={
            <>
              <MailServer status={known} />
              <TestMail test={test} />
            </>
          }
          below={<Undeliverable addresses={known.undeliverable} />}
        />
      )}
    </Loaded>
  )
}
export default OutboxScreen
