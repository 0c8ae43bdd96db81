import type { subscriptions } from '../../../contract/mail/subscriptions.ts'
import { EXPERT_MAIL, nextMail } from '../../../domain/mail/mail-groups.ts'
import type { HandlersPart } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { subscribe, subscriptionsOf, unsubscribe } from '../../store/mail/subscriptions.ts'
import { sharedCollections } from '../../store/monitors/shared-monitors.ts'
import { addressOf, callerOf, mailableCaller, nextOf, resourceOf, timeZoneFor } from './subscriber.ts'

const { kind } = EXPERT_MAIL

/** The subscription to news of the monitors that projects share with everyone. */
export const expertSubscriptionHandlers = (services: Services) =>
  ({
    'expert-subscription.read': async (_, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      const { db } = context
      const subscribed = await subscriptionsOf(db, account.id)
      const next = nextOf(subscribed, kind, null)
      return {
        meta: { ...(await addressOf(db, services, account, subscribed)), subscribed: next !== null, next },
        results: await sharedCollections(db),
      }
    },

    'expert-subscription.add': async ({ body }, context) => {
      const account = await mailableCaller(context)
      if (account instanceof Refusal) return account
      const timeZone = timeZoneFor(account, body.time_zone)
      if (timeZone instanceof Refusal) return timeZone
      const { db, now } = context
      const nextDue = nextMail(kind, now, timeZone)
      if (nextDue === null) throw new Error(`${kind} is sent by the clock.`)
      if (await subscribe(db, { accountId: account.id, kind, projectKey: null }, { timeZone, now, nextDue }))
        context.record({ resource: resourceOf(account, kind), after: { group: kind } })
      return { subscribed: true, next: nextOf(await subscriptionsOf(db, account.id), kind, null) }
    },

    'expert-subscription.end': async (_, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      if (await unsubscribe(context.db, { accountId: account.id, kind, projectKey: null }))
        context.record({ resource: resourceOf(account, kind), before: { group: kind } })
      return { subscribed: false, next: null }
    },
  }) satisfies HandlersPart<typeof subscriptions>
