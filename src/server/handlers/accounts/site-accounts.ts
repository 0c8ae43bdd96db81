import type { siteAccounts } from '../../../contract/accounts/site-accounts.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { isSitePermission } from '../../../domain/core/effective-level.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { queueMail } from '../../mail/outbox.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { grantsOf, identitiesOf, organizationsOfAccount } from '../../store/accounts/account-page.ts'
import { accountById, isAccountVouchedFor } from '../../store/accounts/accounts.ts'
import {
  type AccountFigures,
  blockAccount,
  figuresOf,
  listAccounts,
  lockAccount,
  permitAccount,
  type SiteAccount,
  unblockAccount,
} from '../../store/accounts/site-accounts.ts'
import type { Db } from '../../store/core/database.ts'
import { signInsOf } from '../../store/identity/sign-ins.ts'

type Row = AnswerOf<ProductContract['account.block']>

const MOST_GRANTS = 500

const conflict = (message: string): Refusal => new Refusal(409, 'conflict', message)
const noAccount = new Refusal(404, 'not_found', 'There is no such account in this installation.')
const lastAdmin = conflict('This is the last site admin: make another account a site admin first.')

/** Handlers with which site admins look after accounts. What a blocked account created stays: it belongs to the projects. */
export const siteAccountHandlers = (services: Services): HandlersOf<typeof siteAccounts> => ({
  'account.list': async ({ query }, { db }) => {
    const { accounts, nextCursor } = await listAccounts(db, query)
    return { meta: { more: nextCursor !== null, next_cursor: nextCursor }, results: await rowsOf(db, accounts) }
  },

  'account.look-up': async ({ params }, { db, now }) => {
    const account = await accountById(db, params.id)
    if (!account || account.deleted !== null || account.service_org_id !== null) return noAccount
    const grants = await grantsOf(db, account.id, MOST_GRANTS + 1)
    return {
      ...(await rowOf(db, account)),
      nickname: account.nickname,
      company: account.company,
      role: account.role,
      has_password: account.password_hash !== null,
      identities: (await identitiesOf(db, account.id)).map((each) => ({ ...each, created: formatTime(each.created) })),
      session_count: (await signInsOf(db, account.id, now)).length,
      organizations: await organizationsOfAccount(db, account.id),
      grants: grants.slice(0, MOST_GRANTS).map((grant) => ({ ...grant, created: formatTime(grant.created) })),
      grants_truncated: grants.length > MOST_GRANTS,
    }
  },

  'account.permit': async ({ params, body }, { db, now, record }) => {
    const found = await lockAccount(db, params.id)
    if (!found) return noAccount
    const { account, otherAdmins } = found
    const wanted = body.site_permission
    const isAdmin = account.site_permission === 'site_admin' && account.blocked === null
    if (isAdmin && wanted !== 'site_admin' && otherAdmins === 0) return lastAdmin
    await permitAccount(db, account.id, wanted, now)
    const after = { ...account, site_permission: wanted }
    const permissionOf = ({ site_permission }: SiteAccount) => ({ site_permission })
    record({ resource: resourceOf(account), before: permissionOf(account), after: permissionOf(after) })
    return rowOf(db, after)
  },

  'account.mail-verification': async ({ params }, context) => {
    const account = await accountById(context.db, params.id)
    if (!account || account.deleted !== null || account.service_org_id !== null) return noAccount
    if (isAccountVouchedFor(account)) return conflict('The address of this account is confirmed.')
    return mail(services, context, account, 'verify-address')
  },

  'account.mail-reset': async ({ params }, context) => {
    const account = await accountById(context.db, params.id)
    if (!account || account.deleted !== null || account.service_org_id !== null) return noAccount
    if (!services.provider || account.password_hash === null)
      return conflict('This account has no password here: its owner signs in with an identity provider.')
    return mail(services, context, account, 'password-reset')
  },

  'account.block': async ({ params }, { caller, db, now, record }) => {
    if (caller.kind === 'account' && caller.accountId === params.id)
      return conflict('This is your own account: another site admin must block it.')
    const found = await lockAccount(db, params.id)
    if (!found) return noAccount
    const { account, otherAdmins } = found
    if (account.site_permission === 'site_admin' && account.blocked === null && otherAdmins === 0) return lastAdmin
    if (account.blocked === null) await blockAccount(db, account.id, now)
    const after = { ...account, blocked: account.blocked ?? now }
    record({ resource: resourceOf(account), before: contextText(account), after: contextText(after) })
    return rowOf(db, after)
  },

  'account.unblock': async ({ params }, { db, now, record }) => {
    const found = await lockAccount(db, params.id)
    if (!found) return noAccount
    await unblockAccount(db, found.account.id, now)
    const after = { ...found.account, blocked: null }
    record({ resource: resourceOf(after), before: contextText(found.account), after: contextText(after) })
    return rowOf(db, after)
  },
})

/** Queues a mail to an account; a blocked one gets none, since its links would not work. */
const mail = async (
  services: Services,
  { db, now, record, afterCommit }: Context,
  account: { id: string; email: string; blocked: number | null },
  kind: 'verify-address' | 'password-reset',
): Promise<{ email: string; mail_leaves: boolean } | Refusal> => {
  if (account.blocked !== null) return conflict('This account is blocked: unblock it first.')
  await queueMail(db, { kind, to: account.email, now })
  record({ resource: { type: 'account', id: account.id, name: account.email } })
  afterCommit(services.wakeMail)
  return { email: account.email, mail_leaves: services.mail.settings !== null }
}

const resourceOf = ({ id, email }: SiteAccount) => ({ type: 'account', id, name: email })

const contextText = ({ blocked }: SiteAccount) => ({ blocked: timeOf(blocked) })

const timeOf = (time: number | null): string | null => (time === null ? null : formatTime(time))

const rowsOf = async (db: Db, accounts: readonly SiteAccount[]): Promise<Row[]> => {
  const figures = await figuresOf(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map((account) => answerOf(account, figures.get(account.id)))
}

const rowOf = async (db: Db, account: SiteAccount): Promise<Row> =>
  answerOf(account, (await figuresOf(db, [account.id])).get(account.id))

const answerOf = (row: SiteAccount, figures: AccountFigures | undefined): Row => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_verified: isAccountVouchedFor(row),
  has_second_factor: figures?.hasFactor ?? false,
  site_admin: row.site_permission === 'site_admin',
  site_permission: isSitePermission(row.site_permission) ? row.site_permission : null,
  project_count: figures?.projects ?? 0,
  created: formatTime(row.created),
  last_login: timeOf(row.last_login),
  blocked: timeOf(row.blocked),
})
