import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { federatedSignIns } from '../../../contract/federation/federated-sign-ins.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { queueNotice } from '../../mail/notices.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import {
  accountOfSubject,
  holdSubject,
  identitiesOf,
  type LinkedIdentity,
  linkSubject,
  unlinkIdentity,
} from '../../store/federation/account-identities.ts'
import { providerButtons } from '../../store/federation/identity-providers.ts'
import { endPendingSignIns } from '../../store/identity/sign-ins.ts'
import { askProvider, redeemCallback } from './opened-provider.ts'

type Linked = AnswerOf<(typeof federatedSignIns)['identity.link']>

const ofPersons = forbidden('An API key does not sign in with providers: sign in to your account.')
const elsewhere = new Refusal(404, 'not_found', 'An identity tenant signs people in here: link providers there.')

/** Handlers with which people link OpenID providers to their accounts. */
export const linkedIdentityHandlers = (services: Services) => {
  const purposeOf = ({ caller }: Context) =>
    caller.kind === 'account'
      ? ({ kind: 'link', accountId: caller.accountId, grant: caller.signIn?.grant ?? null } as const)
      : null
  return {
    'identity.list': async (_, { caller, db }) => {
      if (caller.kind !== 'account') return ofPersons
      const linked = await identitiesOf(db, caller.accountId)
      const offered = services.provider ? await providerButtons(db) : []
      return {
        meta: { more: false, next_cursor: null },
        results: linked.map(answerOf),
        offered: offered
          .filter(({ id }) => !linked.some(({ provider_id }) => provider_id === id))
          .map(({ id, name }) => ({ id, name })),
      }
    },

    'identity.start-link': async ({ params }, context) => {
      const purpose = purposeOf(context)
      if (!purpose) return ofPersons
      if (!services.provider) return elsewhere
      const { db, now } = context
      const address = await askProvider(services, { db, now, providerId: params.provider, purpose })
      return address instanceof Refusal ? address : { redirect_to: address }
    },

    'identity.link': async ({ body }, context) => {
      const purpose = purposeOf(context)
      if (!purpose) return ofPersons
      if (!services.provider) return elsewhere
      const { db, now, record, afterCommit } = context
      const redeemed = await redeemCallback(services, { now, purpose, body })
      if ('refusal' in redeemed) return redeemed.refusal
      const { provider, claims } = redeemed
      await holdSubject(db, claims)
      const owner = await accountOfSubject(db, claims)
      if (owner === purpose.accountId)
        return new Refusal(409, 'conflict', `This sign-in at ${provider.name} is linked to your account already.`)
      if (owner !== null)
        return new Refusal(
          409,
          'conflict',
          `This sign-in at ${provider.name} is linked to another account here: sign in to that one and unlink it first.`,
        )
      const account = await accountById(db, purpose.accountId)
      if (!account) return ofPersons
      const id = await linkSubject(db, account.id, claims, { providerId: provider.id, email: claims.email, now })
      record({ resource: { type: 'account', id: account.id, name: account.email }, after: { provider: provider.name } })
      await queueNotice(db, services, { about: 'linked', to: account, subject: provider.name, now })
      afterCommit(services.wakeMail)
      const made = (await identitiesOf(db, account.id)).find((each) => each.id === id)
      if (!made) throw new Error('A linked identity is gone within its own transaction.')
      return answerOf(made)
    },

    'identity.unlink': async ({ params }, context) => {
      const { caller, db, now, record, afterCommit } = context
      if (caller.kind !== 'account') return ofPersons
      // Held, so that two requests do not each unlink what the other counts on.
      const account = await db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', caller.accountId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const linked = await identitiesOf(db, account.id)
      const found = linked.find(({ id }) => id === params.id)
      if (!found) return new Refusal(404, 'not_found', 'This provider is not linked to your account.')
      const others = linked.filter((each) => each.usable && each.id !== found.id)
      if (account.password_hash === null && others.length === 0)
        return new Refusal(
          409,
          'conflict',
          'This is your only way to sign in: set a password or link another provider first.',
        )
      await unlinkIdentity(db, found.id)
      await endPendingSignIns(db, account.id)
      const name = nameOf(found)
      record({ resource: { type: 'account', id: account.id, name: account.email }, before: { provider: name } })
      await queueNotice(db, services, { about: 'unlinked', to: account, subject: name, now })
      afterCommit(services.wakeMail)
      return null
    },
  } satisfies HandlersPart<typeof federatedSignIns>
}

const nameOf = ({ name, issuer }: LinkedIdentity): string => name ?? new URL(issuer).host

const answerOf = (row: LinkedIdentity): Linked => ({
  id: row.id,
  name: nameOf(row),
  issuer: row.issuer,
  subject: row.subject,
  email: row.email,
  usable: row.usable,
  created: formatTime(row.created),
  last_used: row.last_used === null ? null : formatTime(row.last_used),
})
