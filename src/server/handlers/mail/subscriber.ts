import { formatTime } from '../../../domain/core/wire-time.ts'
import { isTimeZone } from '../../../domain/core/zone-time.ts'
import type { Context } from '../../http/context.ts'
import { undeliverableOf } from '../../mail/undeliverable.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById, isAccountVouchedFor } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import type { Subscription } from '../../store/mail/subscriptions.ts'

/** An account that subscribes to mail. */
export type Subscriber = NonNullable<Awaited<ReturnType<typeof accountById>>>

/** Returns the caller's account; refuses API keys. */
export const callerOf = async ({ caller, db }: Context): Promise<Subscriber | Refusal> => {
  if (caller.kind !== 'account') return forbidden('An API key has no email address: sign in to subscribe to mail.')
  return (await accountById(db, caller.accountId)) ?? forbidden('This account no longer exists.')
}

/** Returns the caller's account if its email address is confirmed, so that nobody subscribes someone else's address. */
export const mailableCaller = async (context: Context): Promise<Subscriber | Refusal> => {
  const account = await callerOf(context)
  if (account instanceof Refusal || isAccountVouchedFor(account)) return account
  return new Refusal(409, 'conflict', 'Confirm your email address first: mail is sent only to confirmed addresses.')
}

/** Returns the time zone of an account; null if it has set none. */
export const zoneOf = ({ preferences }: Subscriber): string | null => {
  const zone = preferences.time_zone
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
}

/** Returns the account's time zone, else the one in the request. */
export const timeZoneFor = (account: Subscriber, sent: string | undefined): string | Refusal => {
  const own = zoneOf(account)
  if (own !== null || sent === undefined) return own ?? 'UTC'
  return isTimeZone(sent)
    ? sent
    : invalid([
        {
          field: 'time_zone',
          code: 'unknown',
          message: 'time_zone must be the IANA name of a time zone, such as Europe/Vienna.',
        },
      ])
}

/** Names a subscription in the audit log. */
export const resourceOf = ({ id, email }: Subscriber, kind: string) => ({
  type: 'subscription',
  id: `${id}:${kind}`,
  name: email,
})

/** Returns what a subscriber's screen says about the address. */
export const addressOf = async (
  db: Db,
  { mail }: Pick<Services, 'mail'>,
  account: Subscriber,
  subscribed: readonly Subscription[],
) => {
  const [bad] = await undeliverableOf(db, [account.email])
  return {
    email: account.email,
    email_verified: isAccountVouchedFor(account),
    undeliverable: bad ? { reason: bad.reason, since: formatTime(bad.since) } : null,
    time_zone: zoneOf(account) ?? subscribed[0]?.timeZone ?? 'UTC',
    mail_leaves: mail.settings !== null,
  }
}

/** Returns when the next mail of a subscription is due; null if there is none. */
export const nextOf = (subscribed: readonly Subscription[], kind: string, projectId: string | null): string | null => {
  const found = subscribed.find((each) => each.kind === kind && each.projectId === projectId)
  return found ? formatTime(found.nextDue) : null
}
