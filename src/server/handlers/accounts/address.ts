import { sql } from 'kysely'
import type { ownAccount } from '../../../contract/accounts/own-account.ts'
import { isEmailAddress } from '../../../domain/core/email-address.ts'
import { problem } from '../../../domain/core/problem.ts'
import { refuseUnproven } from '../../access/proof.ts'
import type { HandlersPart } from '../../http/context.ts'
import { queueAddressLink, queueNotice } from '../../mail/notices.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  accountByEmail,
  accountById,
  deleteTokens,
  isOfTenant,
  issueToken,
  readAddressToken,
} from '../../store/accounts/accounts.ts'
import { confirmAddress } from '../identity/confirm-address.ts'

const elsewhere = new Refusal(404, 'not_found', 'An identity tenant keeps the addresses here: change yours there.')
const over = new Refusal(410, 'gone', 'This link was already used, or has expired. Ask for a new one in your profile.')

/** Handlers with which people change the email address of their account. */
export const addressHandlers = (services: Services) =>
  ({
    'account.ask-address': async ({ body }, { caller, db, ip, now, record, afterCommit }) => {
      if (caller.kind !== 'account') return forbidden('An API key has no email address.')
      const account = await accountById(db, caller.accountId)
      if (!services.provider || !account || isOfTenant(account)) return elsewhere
      const email = body.email.trim()
      if (!isEmailAddress(email))
        return invalid([problem('email', 'invalid', 'must be an email address such as ada@example.com.')])
      if (email === account.email)
        return invalid([problem('email', 'duplicate', 'must be another address than your current one.')])
      const unproven = await refuseUnproven(account, body.password, caller, { db, ip, now })
      if (unproven) return unproven
      // Whether the address is taken is said to whoever reads its mail alone.
      await deleteTokens(db, account.id, 'change-address')
      const token = await issueToken(db, account.id, 'change-address', now, email)
      await queueAddressLink(db, services, { id: account.id, email, token, now })
      await queueNotice(db, services, { about: 'address-asked', to: account, subject: email, now })
      record({ resource: { type: 'account', id: account.id, name: account.email }, after: { new_email: email } })
      afterCommit(services.wakeMail)
      return { asked: true, mail_leaves: services.mail.settings !== null }
    },

    'account.change-address': async ({ params, body }, { db, now, record, afterCommit }) => {
      const link = await readAddressToken(db, body.token, now)
      const before = link?.account_id === params.id ? await accountById(db, link.account_id) : undefined
      if (!link || !before || before.blocked !== null || link.email !== body.email) return over
      const { email } = link
      await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 1))`.execute(db)
      const other = await accountByEmail(db, email)
      if (other && other.id !== before.id)
        return new Refusal(409, 'conflict', `Another account uses ${email} already, so it cannot become yours.`)
      await db.updateTable('account').set({ email, last_update: now }).where('id', '=', before.id).execute()
      // Links in older mail belong to the old address.
      for (const kind of ['change-address', 'verify', 'reset'] as const) await deleteTokens(db, before.id, kind)
      await confirmAddress(db, before.id, now)
      await queueNotice(db, services, { about: 'address-changed', to: before, subject: email, now })
      record({
        resource: { type: 'account', id: before.id, name: email },
        before: { email: before.email },
        after: { email },
      })
      afterCommit(services.wakeMail)
      return { email }
    },
  }) satisfies HandlersPart<typeof ownAccount>
