import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { subscriptions } from '../../../contract/mail/subscriptions.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { isTimeZone } from '../../../domain/core/zone-time.ts'
import { DIGEST_OPTIONS, type DigestOption, nextDigest, recentSpans } from '../../../domain/mail/digest-times.ts'
import { isMailGroup, MAIL_GROUPS, type MailGroup } from '../../../domain/mail/mail-groups.ts'
import { queueDigest, readDigest } from '../../digests/digest-mail.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { mailsSince } from '../../mail/outbox.ts'
import { undeliverableOf } from '../../mail/undeliverable.ts'
import { forbidden, invalid, notFound, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById, isAddressConfirmed } from '../../store/accounts/accounts.ts'
import {
  type EnterableProject,
  enterableProject,
  enterableProjects,
  type Subscription,
  subscribe,
  subscriptionsOf,
  unsubscribe,
} from '../../store/mail/subscriptions.ts'

type GroupRow = AnswerOf<ProductContract['subscription.add']>
type ProjectRow = AnswerOf<ProductContract['subscription.add-digest']>
type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

const HOUR_MS = 3_600_000
/** Maximum digests on request per hour. */
const MOST_ASKED_PER_HOUR = 12

const noGroup = new Refusal(
  404,
  'not_found',
  `There is no such mail group. The groups are: ${Object.keys(MAIL_GROUPS).join(', ')}.`,
)

export const subscriptionHandlers = (services: Services) =>
  ({
    'subscription.list': async (_, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      const subscribed = await subscriptionsOf(context.db, account.id)
      const [bad] = await undeliverableOf(context.db, [account.email])
      return {
        meta: {
          email: account.email,
          email_verified: isAddressConfirmed(account),
          undeliverable: bad ? { reason: bad.reason, since: formatTime(bad.since) } : null,
          time_zone: zoneOf(account) ?? subscribed[0]?.timeZone ?? 'UTC',
          mail_leaves: services.mail.settings !== null,
        },
        // The table's keys are its groups.
        results: (Object.keys(MAIL_GROUPS) as MailGroup[]).map((name) => groupRow(name, subscribed)),
      }
    },

    'subscription.add': async ({ params, body }, context) => {
      const account = await mailableCaller(context)
      if (account instanceof Refusal) return account
      if (!isMailGroup(params.group)) return noGroup
      const timeZone = timeZoneFor(account, body.time_zone)
      if (timeZone instanceof Refusal) return timeZone
      const { db, now } = context
      const what = { accountId: account.id, kind: params.group, projectKey: null }
      await subscribe(db, what, { timeZone, now, nextDue: nextDigest(MAIL_GROUPS[params.group].option, now, timeZone) })
      context.record({ resource: resourceOf(account, params.group), after: { group: params.group } })
      return groupRow(params.group, await subscriptionsOf(db, account.id))
    },

    'subscription.end': async ({ params }, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      if (!isMailGroup(params.group)) return noGroup
      const what = { accountId: account.id, kind: params.group, projectKey: null }
      if (await unsubscribe(context.db, what))
        context.record({ resource: resourceOf(account, params.group), before: { group: params.group } })
      return groupRow(params.group, [])
    },

    'subscription.projects': async (_, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      const subscribed = await subscriptionsOf(context.db, account.id)
      const projects = await enterableProjects(context.db, account.id)
      return {
        meta: { more: false, next_cursor: null },
        results: projects.map((project) => projectRow(project, subscribed)),
      }
    },

    'subscription.add-digest': async ({ body }, context) => {
      const account = await mailableCaller(context)
      if (account instanceof Refusal) return account
      const project = await projectFor(context, account, body.project_id)
      if (project instanceof Refusal) return project
      const timeZone = timeZoneFor(account, body.time_zone)
      if (timeZone instanceof Refusal) return timeZone
      const { db, now } = context
      const what = { accountId: account.id, kind: body.option, projectKey: project.key }
      if (await subscribe(db, what, { timeZone, now, nextDue: nextDigest(body.option, now, timeZone) }))
        context.record({ resource: resourceOf(account, body.option), after: changeOf(project, body.option) })
      return projectRow(project, await subscriptionsOf(db, account.id))
    },

    'subscription.end-digest': async ({ query }, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      const project = await projectFor(context, account, query.project_id)
      if (project instanceof Refusal) return project
      for (const option of query.option ? [query.option] : DIGEST_OPTIONS) {
        const what = { accountId: account.id, kind: option, projectKey: project.key }
        if (await unsubscribe(context.db, what))
          context.record({ resource: resourceOf(account, option), before: changeOf(project, option) })
      }
      return projectRow(project, await subscriptionsOf(context.db, account.id))
    },

    'subscription.trigger': async ({ body }, context) => {
      const account = await mailableCaller(context)
      if (account instanceof Refusal) return account
      const project = await projectFor(context, account, body.project_id)
      if (project instanceof Refusal) return project
      const { db, now } = context
      const kinds = DIGEST_OPTIONS.map((option) => `digest-${option}`)
      const asked = await mailsSince(db, { to: account.email, kinds, since: now - HOUR_MS })
      if (asked.count >= MOST_ASKED_PER_HOUR) return tooManyTries(HOUR_MS - (now - asked.first))
      const digest = await readDigest(db, project, body.option, recentSpans(body.option, now), now)
      const timeZone = zoneOf(account) ?? 'UTC'
      const to = { accountId: account.id, email: account.email, timeZone }
      await queueDigest(db, services, to, { project, digest, isAskedFor: true, now })
      context.record({ resource: resourceOf(account, body.option), after: changeOf(project, body.option) })
      context.afterCommit(services.wakeMail)
      return { email: account.email, mail_leaves: services.mail.settings !== null }
    },

    'subscription.undeliverable': async ({ body }, { db }) => ({
      results: (await undeliverableOf(db, body.emails)).map(({ address, reason, since }) => ({
        email: address,
        reason,
        since: formatTime(since),
      })),
    }),
  }) satisfies HandlersPart<typeof subscriptions>

const callerOf = async ({ caller, db }: Context): Promise<Account | Refusal> => {
  if (caller.kind !== 'account') return forbidden('An API key has no email address: sign in to subscribe to mail.')
  return (await accountById(db, caller.accountId)) ?? forbidden('This account no longer exists.')
}

/** Returns the caller's account if its email address is confirmed, so that nobody subscribes someone else's address. */
const mailableCaller = async (context: Context): Promise<Account | Refusal> => {
  const account = await callerOf(context)
  if (account instanceof Refusal || isAddressConfirmed(account)) return account
  return new Refusal(409, 'conflict', 'Confirm your email address first: mail is sent only to confirmed addresses.')
}

const projectFor = async (
  { caller, db }: Context,
  account: Account,
  id: string | undefined,
): Promise<EnterableProject | Refusal> => {
  const entered = caller.kind === 'account' ? caller.entered?.project.id : undefined
  const wanted = id ?? entered
  if (wanted === undefined)
    return invalid([{ field: 'project_id', code: 'required', message: 'project_id is missing.' }])
  return (await enterableProject(db, account.id, wanted)) ?? notFound('project')
}

const zoneOf = ({ preferences }: Account): string | null => {
  const zone = preferences.time_zone
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
}

/** Returns the account's time zone, else the one in the request. */
const timeZoneFor = (account: Account, sent: string | undefined): string | Refusal => {
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

const changeOf = ({ id, name }: EnterableProject, option: DigestOption) => ({ option, project_id: id, project: name })

const resourceOf = ({ id, email }: Account, kind: string) => ({
  type: 'subscription',
  id: `${id}:${kind}`,
  name: email,
})

const nextOf = (subscribed: readonly Subscription[], kind: string, projectId: string | null): string | null => {
  const found = subscribed.find((each) => each.kind === kind && each.projectId === projectId)
  return found ? formatTime(found.nextDue) : null
}

const groupRow = (name: MailGroup, subscribed: readonly Subscription[]): GroupRow => {
  const { title, description } = MAIL_GROUPS[name]
  const next = nextOf(subscribed, name, null)
  return { group: name, title, description, subscribed: next !== null, next }
}

const projectRow = ({ id, name, organization }: EnterableProject, subscribed: readonly Subscription[]): ProjectRow => ({
  project_id: id,
  name,
  organization,
  digests: {
    daily: nextOf(subscribed, 'daily', id),
    weekly: nextOf(subscribed, 'weekly', id),
    monthly: nextOf(subscribed, 'monthly', id),
  },
})
