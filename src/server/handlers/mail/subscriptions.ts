import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { subscriptions } from '../../../contract/mail/subscriptions.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { DIGEST_OPTIONS, type DigestOption, nextDigest, recentSpans } from '../../../domain/mail/digest-times.ts'
import { isEventGroup, isMailGroup, MAIL_GROUPS, type MailGroup, nextMail } from '../../../domain/mail/mail-groups.ts'
import { refuseByRules } from '../../access/organizations.ts'
import { queueDigest, readDigest } from '../../digests/digest-mail.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { mailsSince } from '../../mail/outbox.ts'
import { undeliverableOf } from '../../mail/undeliverable.ts'
import { invalid, notFound, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { endedGroups, endGroup, resumeGroup } from '../../store/mail/mail-groups.ts'
import {
  type EnterableProject,
  enterableProject,
  enterableProjects,
  type Subscription,
  subscribe,
  subscriptionsOf,
  unsubscribe,
} from '../../store/mail/subscriptions.ts'
import {
  addressOf,
  callerOf,
  mailableCaller,
  nextOf,
  resourceOf,
  type Subscriber,
  timeZoneFor,
  zoneOf,
} from './subscriber.ts'

type GroupRow = AnswerOf<ProductContract['subscription.add']>
type ProjectRow = AnswerOf<ProductContract['subscription.add-digest']>

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
      const ended = await endedGroups(context.db, account.id)
      return {
        meta: await addressOf(context.db, services, account, subscribed),
        // The table's keys are its groups.
        results: (Object.keys(MAIL_GROUPS) as MailGroup[]).map((name) => groupRow(name, subscribed, ended)),
      }
    },

    'subscription.add': async ({ params, body }, context) => {
      const account = await mailableCaller(context)
      if (account instanceof Refusal) return account
      if (!isMailGroup(params.group)) return noGroup
      const timeZone = timeZoneFor(account, body.time_zone)
      if (timeZone instanceof Refusal) return timeZone
      const { db, now } = context
      const { group } = params
      const next = nextMail(group, now, timeZone)
      const isNew = isEventGroup(group)
        ? await resumeGroup(db, account.id, group)
        : next !== null &&
          (await subscribe(
            db,
            { accountId: account.id, kind: group, projectKey: null },
            { timeZone, now, nextDue: next },
          ))
      if (isNew) context.record({ resource: resourceOf(account, group), after: { group } })
      return groupRow(group, await subscriptionsOf(db, account.id), new Set())
    },

    'subscription.end': async ({ params: { group } }, context) => {
      const account = await callerOf(context)
      if (account instanceof Refusal) return account
      if (!isMailGroup(group)) return noGroup
      const { db, now } = context
      const isOver = isEventGroup(group)
        ? await endGroup(db, account.id, group, now)
        : await unsubscribe(db, { accountId: account.id, kind: group, projectKey: null })
      if (isOver) context.record({ resource: resourceOf(account, group), before: { group } })
      return groupRow(group, [], new Set([group]))
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
      const project = await projectFor(context, account, query.project_id, { ends: true })
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

/** The project of a digest that the caller may enter; to end one, no rules of its organization have to be met. */
const projectFor = async (
  { caller, db, now }: Context,
  account: Subscriber,
  id: string | undefined,
  { ends = false }: { readonly ends?: boolean } = {},
): Promise<EnterableProject | Refusal> => {
  const entered = caller.kind === 'account' ? caller.entered?.project.id : undefined
  const wanted = id ?? entered
  if (wanted === undefined)
    return invalid([{ field: 'project_id', code: 'required', message: 'project_id is missing.' }])
  const project = await enterableProject(db, account.id, wanted)
  if (!project) return notFound('project')
  const unmet = ends || project.org_id === null ? null : await refuseByRules(db, caller, project.org_id, now)
  return unmet ?? project
}

const changeOf = ({ id, name }: EnterableProject, option: DigestOption) => ({ option, project_id: id, project: name })

const groupRow = (name: MailGroup, subscribed: readonly Subscription[], ended: ReadonlySet<string>): GroupRow => {
  const { title, description } = MAIL_GROUPS[name]
  const next = nextOf(subscribed, name, null)
  return { group: name, title, description, subscribed: isEventGroup(name) ? !ended.has(name) : next !== null, next }
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
