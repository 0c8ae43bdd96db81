import type { recipients } from '../../../contract/alerts/recipients.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { addressesIn, isMailType } from '../../../domain/alerts/webhook-types.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import { accountOf, isUnconfirmed, type Project } from '../../access/caller.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import {
  askRecipients,
  type Confirming,
  confirmRecipient,
  readRecipientToken,
  recipientsAmong,
  unconfirmedAmong,
} from '../../mail/recipients.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'

type Asked = AnswerOf<ProductContract['recipient.read']>

const notOurs = new Refusal(
  410,
  'gone',
  'This link does not work: it is incomplete, or the project was deleted. Open it from the mail again.',
)

/** Without a sign-in: the link is the proof that whoever has it reads the mail of the address. */
export const recipientHandlers = (services: Services): HandlersOf<typeof recipients> => {
  const { sealing } = services
  const found = async (db: Db, token: string) => {
    const what = readRecipientToken(sealing, token)
    const project = what && (await projectOf(db, what))
    if (!project) return null
    const { address } = what
    const confirmed = (await recipientsAmong(db, project.key, [address])).size > 0
    return { project, asked: { address, project: project.name, confirmed } satisfies Asked }
  }
  return {
    'recipient.read': async ({ params }, { db }) => (await found(db, params.token))?.asked ?? notOurs,

    'recipient.confirm': async ({ params }, { db, now, record, afterCommit }) => {
      const link = await found(db, params.token)
      if (!link) return notOurs
      const { project, asked } = link
      await confirmRecipient(db, project.key, asked.address, now)
      afterCommit(services.wakeDelivery)
      if (!asked.confirmed) record({ resource: resourceOf(asked.address), after: { confirmed: true }, project })
      return { ...asked, confirmed: true }
    },

    'recipient.ask': async ({ params, body }, context) => {
      const { db, project, now } = context
      const webhook = await webhooks.read(db, project.key, params.id)
      if (!webhook) return notFound('webhook')
      const address = addressesOf(webhook.doc).find((each) => addressKey(each) === addressKey(body.address))
      if (address === undefined) return notFound('address of the alert')
      if ((await unconfirmedAmong(db, project.key, [address])).length === 0)
        return new Refusal(409, 'conflict', `${address} is confirmed already.`)
      const by = await nameOf(context)
      const written = await askRecipients(db, services, { project, by, addresses: [address], now }, { again: true })
      if (written.length === 0)
        return new Refusal(429, 'too_many_requests', `${address} was asked often enough: try again in a day.`, {
          retryAfterSeconds: 86_400,
        })
      context.record({ resource: resourceOf(address) })
      context.afterCommit(services.wakeMail)
      return null
    },
  }
}

const resourceOf = (address: string) => ({ type: 'recipient', id: addressKey(address), name: address })

const projectOf = (db: Db, { projectId }: Confirming): Promise<(Project & { name: string }) | undefined> =>
  db
    .selectFrom('project')
    .select(['key', 'id', 'org_id as orgId', 'name'])
    .where('id', '=', projectId)
    .where('removed', 'is', null)
    .executeTakeFirst()

/** The addresses that a webhook sends mail to. */
export const addressesOf = ({ web_hook_type, parameters }: WebhookDoc): string[] =>
  isMailType(web_hook_type) ? addressesIn(String(parameters.email_address ?? '')) : []

const nameOf = async ({ caller, db }: ProjectContext): Promise<string> => {
  const accountId = accountOf(caller)
  const account = accountId === null ? undefined : await accountById(db, accountId)
  return account?.name ?? 'Somebody'
}

/** A webhook was stored: addresses that are nobody’s of the project are asked, unless whoever stored it may write to nobody. */
export const askNewRecipients = async (services: Services, context: ProjectContext, doc: WebhookDoc): Promise<void> => {
  const { caller, db, project, now } = context
  const addresses = addressesOf(doc)
  if (addresses.length === 0 || !('unconfirmed' in caller) || isUnconfirmed(caller)) return
  const by = await nameOf(context)
  const written = await askRecipients(db, services, { project, by, addresses, now })
  if (written.length > 0) context.afterCommit(services.wakeMail)
}
