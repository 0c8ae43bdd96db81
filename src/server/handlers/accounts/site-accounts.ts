import type { siteAccounts } from '../../../contract/accounts/site-accounts.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import { isAddressConfirmed } from '../../store/accounts/accounts.ts'
import {
  blockAccount,
  listAccounts,
  lockAccount,
  type SiteAccount,
  unblockAccount,
} from '../../store/accounts/site-accounts.ts'

const noAccount = new Refusal(404, 'not_found', 'There is no such account in this installation.')

/** Handlers with which site admins list and block accounts. What a blocked account created stays: it belongs to the projects. */
export const siteAccountHandlers = (): HandlersOf<typeof siteAccounts> => ({
  'account.list': async ({ query }, { db }) => {
    const { accounts, nextCursor } = await listAccounts(db, query)
    return { meta: { more: nextCursor !== null, next_cursor: nextCursor }, results: accounts.map(answerOf) }
  },

  'account.block': async ({ params }, { caller, db, now, record }) => {
    if (caller.kind === 'account' && caller.accountId === params.id)
      return new Refusal(409, 'conflict', 'This is your own account: another site admin must block it.')
    const found = await lockAccount(db, params.id)
    if (!found) return noAccount
    const { account, otherAdmins } = found
    if (account.site_permission === 'site_admin' && account.blocked === null && otherAdmins === 0)
      return new Refusal(409, 'conflict', 'This is the last site admin: make another account a site admin first.')
    if (account.blocked === null) await blockAccount(db, account.id, now)
    const after = { ...account, blocked: account.blocked ?? now }
    record({ resource: resourceOf(account), before: contextText(account), after: contextText(after) })
    return answerOf(after)
  },

  'account.unblock': async ({ params }, { db, now, record }) => {
    const found = await lockAccount(db, params.id)
    if (!found) return noAccount
    await unblockAccount(db, found.account.id, now)
    const after = { ...found.account, blocked: null }
    record({ resource: resourceOf(after), before: contextText(found.account), after: contextText(after) })
    return answerOf(after)
  },
})

const resourceOf = ({ id, email }: SiteAccount) => ({ type: 'account', id, name: email })

const contextText = ({ blocked }: SiteAccount) => ({ blocked: timeOf(blocked) })

const timeOf = (time: number | null): string | null => (time === null ? null : formatTime(time))

const answerOf = (row: SiteAccount): AnswerOf<ProductContract['account.block']> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_verified: isAddressConfirmed(row),
  site_admin: row.site_permission === 'site_admin',
  created: formatTime(row.created),
  last_login: timeOf(row.last_login),
  blocked: timeOf(row.blocked),
})
