import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { subscriptions } from '../../../contract/mail/subscriptions.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import { EXPERT_MAIL, isEventGroup, isMailGroup, MAIL_GROUPS, nextMail } from '../../../domain/mail/mail-groups.ts'
import type { HandlersPart } from '../../http/context.ts'
import {
  readUnsubscribeToken,
  resubscribeToWebhook,
  type Unsubscribing,
  unsubscribedFrom,
  unsubscribeFromWebhook,
} from '../../mail/unsubscribe.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import { endedGroups, endGroup, resumeGroup } from '../../store/mail/mail-groups.ts'
import { enterableProject, subscribe, subscriptionsOf, unsubscribe } from '../../store/mail/subscriptions.ts'

type Ending = AnswerOf<ProductContract['unsubscribe.read']>

const notOurs = new Refusal(
  410,
  'gone',
  'This link is not valid: it is incomplete, or its alert or subscription was deleted. Open the link in the mail again.',
)

/** Handlers that need no sign-in: the link proves access to the address's mail. */
export const unsubscribeHandlers = ({ sealing }: Services) => {
  const found = async (db: Db, token: string) => {
    const what = readUnsubscribeToken(sealing, token)
    const story = what && (await storyOf(db, what))
    return what && story ? { what, story } : null
  }
  return {
    'unsubscribe.read': async ({ params }, { db }) => (await found(db, params.token))?.story ?? notOurs,

    'unsubscribe.end': async ({ params }, { db, now, record }) => {
      const link = await found(db, params.token)
      if (!link) return notOurs
      const { what, story } = link
      if (what.ends === 'webhook') await unsubscribeFromWebhook(db, what, now)
      else if (isEventGroup(what.kind)) await endGroup(db, what.accountId, what.kind, now)
      else await unsubscribe(db, { ...what, projectKey: await projectKeyOf(db, what) })
      if (!story.ended) record({ resource: resourceOf(what), before: { what: story.what } })
      return { ...story, ended: true }
    },

    'unsubscribe.undo': async ({ params }, { db, now, record }) => {
      const link = await found(db, params.token)
      if (!link) return notOurs
      const { what, story } = link
      if (what.ends === 'webhook') await resubscribeToWebhook(db, what)
      else if (isEventGroup(what.kind)) await resumeGroup(db, what.accountId, what.kind)
      else {
        const timeZone = await zoneOf(db, what.accountId)
        const nextDue = nextMail(what.kind, now, timeZone)
        if (nextDue === null) return notOurs
        await subscribe(db, { ...what, projectKey: await projectKeyOf(db, what) }, { timeZone, now, nextDue })
      }
      if (story.ended) record({ resource: resourceOf(what), after: { what: story.what } })
      return { ...story, ended: false }
    },
  } satisfies HandlersPart<typeof subscriptions>
}

const resourceOf = (what: Unsubscribing) => ({
  type: what.ends,
  id: what.ends === 'webhook' ? what.webhookId : `${what.accountId}:${what.kind}`,
  name: what.address,
})

type OfSubscription = Extract<Unsubscribing, { ends: 'subscription' }>

const projectKeyOf = async (db: Db, { projectId }: OfSubscription): Promise<number | null> => {
  if (projectId === null) return null
  const row = await db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirst()
  return row?.key ?? null
}

const zoneOf = async (db: Db, accountId: string): Promise<string> => {
  const zone = (await accountById(db, accountId))?.preferences.time_zone
  return typeof zone === 'string' ? zone : 'UTC'
}

/** Describes what a link unsubscribes from; null if that no longer exists. */
const storyOf = async (db: Db, what: Unsubscribing): Promise<Ending | null> => {
  const { address } = what
  if (what.ends === 'webhook') {
    const webhook = await db.selectFrom('object').select('name').where('id', '=', what.webhookId).executeTakeFirst()
    if (!webhook) return null
    const ended = (await unsubscribedFrom(db, [what.webhookId])).get(what.webhookId) ?? []
    return {
      address,
      what: `the alerts of “${webhook.name}”`,
      ended: ended.some((each) => each.address === addressKey(address)),
    }
  }
  const { accountId, kind, projectId } = what
  if (!(await accountById(db, accountId))) return null
  if (isEventGroup(kind))
    return { address, what: `“${MAIL_GROUPS[kind].title}”`, ended: (await endedGroups(db, accountId)).has(kind) }
  const project = projectId === null ? null : await enterableProject(db, accountId, projectId)
  const subscribed = await subscriptionsOf(db, accountId)
  const ended = !subscribed.some((each) => each.kind === kind && each.projectId === projectId)
  if (isMailGroup(kind)) return { address, what: `“${MAIL_GROUPS[kind].title}”`, ended }
  if (kind === EXPERT_MAIL.kind) return { address, what: `“${EXPERT_MAIL.title}”`, ended }
  return project && { address, what: `the ${kind} digest of “${project.name}”`, ended }
}
