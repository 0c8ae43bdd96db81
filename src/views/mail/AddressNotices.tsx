import { LINK_NOT_SENT } from '../../domain/core/delivery-status.ts'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Subscriptions } from './SubscriptionsScreen.tsx'

/** Reasons why mail does not arrive: an unconfirmed or refused address, or an installation without a mail server. */
export const AddressNotices = ({
  meta: { email, email_verified, undeliverable, mail_leaves },
}: {
  meta: Pick<Subscriptions['meta'], 'email' | 'email_verified' | 'undeliverable' | 'mail_leaves'>
}) => (
  <>
    {!email_verified && (
      <Notice
        kind="warning"
        title={`${email} is not confirmed`}
        actions={<Act command="account.send-verification" size="small" hint={false} />}
      >
        Mail is sent only to confirmed addresses.{' '}
        {mail_leaves ? 'Open the link in the mail that was sent there.' : LINK_NOT_SENT}
      </Notice>
    )}
    {undeliverable && (
      <Notice kind="fail" title={`Mail to ${email} is refused`}>
        {undeliverable.reason} Failing since <Time at={undeliverable.since} />. It is tried again with the next mail.
      </Notice>
    )}
    {!mail_leaves && (
      <Notice kind="info" title="This installation sends no mail itself">
        Mail that you subscribe to stays in the outbox, where an administrator can read it.
      </Notice>
    )}
  </>
)
