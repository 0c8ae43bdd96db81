import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { factors } from '../../../contract/identity/factors.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { spellRecoveryCode } from '../../../domain/identity/factor-codes.ts'
import { proveSelf } from '../../access/prove-self.ts'
import { newRecoveryCodes } from '../../access/recovery-codes.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { queueMail } from '../../mail/outbox.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { deleteChallenges } from '../../store/identity/challenges.ts'
import {
  enforcingOrganizations,
  type FactorRow,
  factorsOf,
  lockFactors,
  recoveryCodesLeft,
  removeFactor,
  removeFactors,
  renameFactor,
  replaceRecoveryCodes,
} from '../../store/identity/factors.ts'
import { endPendingSignIns, endSignIns } from '../../store/identity/sign-ins.ts'

const noFactor = new Refusal(404, 'not_found', 'You have no second factor with that id: it may have been removed.')
const ofPersons = forbidden('An API key has no second factors.')
const noAccount = new Refusal(404, 'not_found', 'There is no such account in this installation.')

/** Handlers for the second factors that an account has. */
export const factorHandlers = (services: Services) =>
  ({
    'factor.list': async (_, { caller, db }) => {
      if (caller.kind !== 'account') return ofPersons
      return {
        meta: { more: false, next_cursor: null },
        results: (await factorsOf(db, caller.accountId)).map(factorAnswer),
        recovery_codes_left: await recoveryCodesLeft(db, caller.accountId),
        required_by: await enforcingOrganizations(db, caller.accountId),
        kept_here: services.provider !== null,
      }
    },

    'factor.rename': async ({ params, body }, context) => {
      const found = await ownFactor(context, params.id)
      if (found instanceof Refusal) return found
      const name = body.name.trim() || found.name
      await renameFactor(context.db, found.id, name)
      recordFactor(context, { before: { name: found.name }, after: { name } })
      return factorAnswer({ ...found, name })
    },

    'factor.remove': async ({ params, body }, context) => {
      const { caller, db } = context
      if (caller.kind !== 'account') return ofPersons
      await lockFactors(db, caller.accountId)
      const found = await ownFactor(context, params.id)
      if (found instanceof Refusal) return found
      const isLast = (await factorsOf(db, caller.accountId)).length === 1
      const required = isLast ? await enforcingOrganizations(db, caller.accountId) : []
      if (required.length > 0)
        return new Refusal(
          409,
          'conflict',
          `This is your only second factor, and ${nameAll(required)} ${required.length === 1 ? 'requires' : 'require'} one: add another one first.`,
        )
      const refusal = await proveSelf(context, services.sealing, body)
      if (refusal) return refusal
      await removeFactor(db, found.id)
      await endPendingSignIns(db, caller.accountId)
      if (isLast) await replaceRecoveryCodes(db, caller.accountId, [], context.now)
      recordFactor(context, { before: { kind: found.kind, name: found.name } })
      await mailOwner(services, context, 'factor-removed')
      return null
    },

    'factor.renew-codes': async ({ body }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return ofPersons
      await lockFactors(db, caller.accountId)
      if ((await factorsOf(db, caller.accountId)).length === 0)
        return new Refusal(409, 'conflict', 'Set up an authenticator app or a passkey first.')
      const refusal = await proveSelf(context, services.sealing, body)
      if (refusal) return refusal
      const codes = newRecoveryCodes()
      await replaceRecoveryCodes(db, caller.accountId, codes, now)
      recordFactor(context, {})
      await mailOwner(services, context, 'recovery-codes-renewed')
      return { recovery_codes: codes.map(spellRecoveryCode) }
    },

    'factor.reset': async ({ params }, context) => {
      const { db, now, record, afterCommit } = context
      const account = await accountById(db, params.id)
      if (!account) return noAccount
      await lockFactors(db, account.id)
      const before = (await factorsOf(db, account.id)).map(({ kind, name }) => ({ kind, name }))
      await removeFactors(db, account.id)
      await deleteChallenges(db, account.id)
      await endSignIns(db, account.id, null)
      await queueMail(db, { kind: 'factors-reset', to: account.email, now })
      afterCommit(services.wakeMail)
      record({
        resource: { type: 'account', id: account.id, name: account.email },
        before: { factors: before },
        after: { factors: [] },
      })
      return null
    },
  }) satisfies HandlersPart<typeof factors>

const nameAll = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Reads a factor of the caller. */
const ownFactor = async ({ caller, db }: Context, id: string): Promise<FactorRow | Refusal> => {
  if (caller.kind !== 'account') return ofPersons
  return (await factorsOf(db, caller.accountId)).find((factor) => factor.id === id) ?? noFactor
}

/** Records a change of the caller's factors. */
export const recordFactor = ({ caller, record }: Context, change: { before?: unknown; after?: unknown }): void => {
  if (caller.kind === 'account')
    record({ resource: { type: 'account', id: caller.accountId, name: caller.email }, ...change })
}

/** Mails the owner about a change of the factors. */
export const mailOwner = async (
  { wakeMail }: Services,
  { caller, db, now, afterCommit }: Context,
  kind: 'factor-added' | 'factor-removed' | 'recovery-codes-renewed',
): Promise<void> => {
  if (caller.kind !== 'account') return
  await queueMail(db, { kind, to: caller.email, now })
  afterCommit(wakeMail)
}

export const factorAnswer = (row: FactorRow): AnswerOf<ProductContract['factor.rename']> => ({
  id: row.id,
  kind: row.kind === 'passkey' ? 'passkey' : 'totp',
  name: row.name,
  synced: row.synced,
  created: formatTime(row.created),
  last_used: row.last_used === null ? null : formatTime(row.last_used),
})
