import { useApp } from '../core/app-context.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { AddressForm } from './AddressForm.tsx'
import type { Profile } from './profile.ts'

const howToVerify = (sendsMail: boolean): string =>
  sendsMail
    ? 'Open the link in the mail that was sent to you.'
    : 'This installation sends no mail itself: ask its administrator for the link, which waits in the outbox.'

/** The address by which one signs in, and whether it is confirmed. */
export const AddressCard = ({ profile }: { profile: Profile }) => {
  const { email, email_verified, of_tenant } = profile
  const { mail } = useApp().configuration
  return (
    <Card title="Email">
      <div className="stack">
        <p className={classes.address}>{email}</p>
        {email_verified || of_tenant ? (
          <p className={classes.state}>
            <Icon name="check" />
            {of_tenant ? 'Managed by your identity provider' : 'Confirmed'}
          </p>
        ) : (
          <>
            <p className={classes.state}>
              <Icon name="mail" />
              Not confirmed yet
            </p>
            <p className={classes.note}>{howToVerify(mail)}</p>
            <div>
              <Act command="account.send-verification" size="small" hint={false} />
            </div>
          </>
        )}
        {!of_tenant && <AddressForm profile={profile} />}
      </div>
    </Card>
  )
}
