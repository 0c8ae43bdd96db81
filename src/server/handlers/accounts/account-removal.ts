import { sql } from 'kysely'
import type { ownAccount } from '../../../contract/accounts/own-account.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import { problem } from '../../../domain/core/problem.ts'
import { refuseUnproven } from '../../access/proof.ts'
import type { HandlersPart } from '../../http/context.ts'
import { queueNotice } from '../../mail/notices.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { buryAccount, type RemovalPlan, removalPlan } from '../../store/accounts/account-removal.ts'
import { accountById, isOfTenant } from '../../store/accounts/accounts.ts'
import { removeProject } from '../../store/projects/project-removal.ts'

const ofPersons = forbidden('An API key has no account of its own: sign in.')
const elsewhere = new Refusal(404, 'not_found', 'An identity tenant keeps the accounts here: delete yours there.')

/** Names listed of each kind. */
const LISTED = 100

/** Handlers with which people delete their accounts. */
export const accountRemovalHandlers = (services: Services) =>
  ({
    'account.removal': async (_, { caller, db }) =>
      caller.kind === 'account' ? answerOf(await removalPlan(db, caller.accountId)) : ofPersons,

    'account.remove': async ({ body }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return ofPersons
      const account = await accountById(db, caller.accountId)
      if (!services.provider || !account || isOfTenant(account)) return elsewhere
      if (addressKey(body.email) !== addressKey(account.email))
        return invalid([problem('email', 'invalid', `must be the address of your account, ${account.email}.`)])
      const unproven = await refuseUnproven(account, body.password, caller, context)
      if (unproven) return unproven
      // Two ADMINs who leave at the same time must not each count on the other.
      await sql`lock table organization_member, project_access in share row exclusive mode`.execute(db)
      const plan = await removalPlan(db, account.id)
      const obstacle = obstacleOf(plan)
      if (obstacle) return obstacle
      for (const { key, id, org_id: orgId, name } of plan.own) {
        await removeProject(db, key, now)
        context.record({ resource: { type: 'project', id, name }, before: { name }, project: { key, id, orgId } })
      }
      await queueNotice(db, services, { about: 'account-deleted', to: account, subject: '', now })
      await buryAccount(db, account.id, now)
      context.record({ resource: { type: 'account', id: account.id, name: account.email } })
      context.afterCommit(services.wakeMail)
      context.afterCommit(services.wakeRemoval)
      return null
    },
  }) satisfies HandlersPart<typeof ownAccount>

const named = (rows: readonly { readonly name: string }[]): string => {
  const names = rows.slice(0, 3).map(({ name }) => `“${name}”`)
  return rows.length > names.length ? `${names.join(', ')} and ${rows.length - names.length} more` : names.join(' and ')
}

/** Why the account cannot be deleted yet; null if it can. */
const obstacleOf = ({ orphaned, organizations, isLastSiteAdmin }: RemovalPlan): Refusal | null => {
  const sentences = [
    ...(isLastSiteAdmin ? ['You are the last site admin: make another account a site admin first.'] : []),
    ...(organizations.length > 0
      ? [`You are the last ADMIN of ${named(organizations)}: name another one, or delete the organization first.`]
      : []),
    ...(orphaned.length > 0
      ? [`Other people use ${named(orphaned)}, which only you own: make somebody OWNER, or delete the project first.`]
      : []),
  ]
  return sentences.length > 0 ? new Refusal(409, 'conflict', sentences.join(' ')) : null
}

const answerOf = (plan: RemovalPlan): AnswerOf<(typeof ownAccount)['account.removal']> => ({
  possible: obstacleOf(plan) === null,
  deleted_projects: plan.own.slice(0, LISTED).map(({ id, name }) => ({ id, name })),
  orphaned_projects: plan.orphaned.slice(0, LISTED).map(({ id, name, members }) => ({ id, name, members })),
  organizations: plan.organizations.slice(0, LISTED).map(({ id, name }) => ({ id, name })),
  last_site_admin: plan.isLastSiteAdmin,
  api_keys: plan.keys.slice(0, LISTED).map(({ id, name, project }) => ({ id, name, project })),
  counts: {
    deleted_projects: plan.own.length,
    orphaned_projects: plan.orphaned.length,
    organizations: plan.organizations.length,
    api_keys: plan.keys.length,
  },
})
