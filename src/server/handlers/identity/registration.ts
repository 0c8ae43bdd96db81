import { sql } from 'kysely'
import type { accounts } from '../../../contract/accounts/accounts.ts'
import { addressKey, isEmailAddress } from '../../../domain/core/email-address.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { passwordProblems } from '../../../domain/identity/password-rules.ts'
import { createAccountWithProject } from '../../access/account-with-project.ts'
import { acceptInvite, openInvite, otherAddress } from '../../access/invitations.ts'
import { hashPassword } from '../../access/password.ts'
import { countRequest } from '../../access/password-attempts.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { queueMail } from '../../mail/outbox.ts'
import { forbidden, invalid, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  accountByEmail,
  accountById,
  consumeToken,
  createAccount,
  isAccountVouchedFor,
  nameFromEmail,
} from '../../store/accounts/accounts.ts'
import type { InviteRow } from '../../store/accounts/invites.ts'
import type { Db } from '../../store/core/database.ts'
import { newSecret } from '../../store/core/identifiers.ts'
import { confirmAddress } from './confirm-address.ts'

export const registrationHandlers = (services: Services) =>
  ({
    'account.register': async ({ body }, context) => {
      const closed = await closedBecause(services, body.invite !== undefined)
      if (closed) return closed
      const email = body.email.trim()
      const problems = [...emailProblems(email), ...passwordProblems(body.password, email)]
      if (problems.length > 0) return invalid(problems)
      const { db, ip, now } = context
      const waitMs = await countRequest(db, 'registration', ip, now)
      if (waitMs > 0) return tooManyTries(waitMs)

      const invite = body.invite ? await openInvite(db, body.invite, now) : null
      if (invite instanceof Refusal) return invite
      const passwordHash = await hashPassword(body.password)
      const name = shownName(body.name ?? '') || nameFromEmail(email)
      await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 1))`.execute(db)
      if (await accountByEmail(db, email)) await pretendToRegister(db, { name, passwordHash, now })
      else if (invite) {
        const refused = await registerInvited(context, invite, { email, name, passwordHash })
        if (refused) return refused
      } else await register(context, { email, name, passwordHash })
      context.afterCommit(services.wakeMail)
      return { email, verify_needed: true }

      async function pretendToRegister(
        tx: Db,
        made: { name: string; passwordHash: string; now: number },
      ): Promise<void> {
        // Does the same work and rolls it back, so that the response time does not reveal whether the address has an account.
        await sql`savepoint pretence`.execute(tx)
        await createAccountWithProject(tx, { ...made, email: `${newSecret()}@invalid`, isEmailVerified: false })
        await sql`rollback to savepoint pretence`.execute(tx)
        await queueMail(tx, { kind: 'address-taken', to: email, now })
      }
    },

    'account.verify': async ({ body }, { db, now, record }) => {
      const accountId = await consumeToken(db, body.token, 'verify', now)
      const account = accountId === null ? undefined : await accountById(db, accountId)
      if (!account || account.blocked !== null)
        return new Refusal(410, 'gone', 'This link was already used or has expired. Sign in and ask for a new one.')
      await confirmAddress(db, account.id, now)
      record({ resource: { type: 'account', id: account.id, name: account.email } })
      return { email: account.email }
    },

    'account.send-verification': async (_, { caller, db, now, record, afterCommit }) => {
      if (caller.kind !== 'account') return forbidden('An API key has no email address to confirm.')
      const account = await accountById(db, caller.accountId)
      const sent = account !== undefined && !isAccountVouchedFor(account)
      if (sent) {
        await queueMail(db, { kind: 'verify-address', to: account.email, now })
        record({ resource: { type: 'account', id: account.id, name: account.email } })
        afterCommit(services.wakeMail)
      }
      return { sent, mail_leaves: services.mail.settings !== null }
    },
  }) satisfies HandlersPart<typeof accounts>

/**
 * Registers whoever has an invitation. The link confirms the address only if it was mailed to it and nobody else saw it; without a confirmed
 * address, an invitation of that address is accepted later.
 */
const registerInvited = async (
  context: Context,
  invite: InviteRow,
  made: { email: string; name: string; passwordHash: string },
): Promise<Refusal | null> => {
  const { db, now, record } = context
  const isSame = addressKey(made.email) === addressKey(invite.email)
  if (!isSame && !invite.any_address) return otherAddress(invite)
  const isEmailVerified = isSame && invite.is_mailed && !invite.any_address
  if (!isEmailVerified && !invite.any_address) {
    await register(context, made)
    return null
  }
  const id = await createAccount(db, { ...made, isEmailVerified, now })
  if (!isEmailVerified) await queueMail(db, { kind: 'verify-address', to: made.email, now })
  record({ resource: { type: 'account', id, name: made.email }, after: { invite: invite.id } })
  return acceptInvite(db, invite, id, now)
}

const register = async (
  { db, now, record }: Context,
  made: { email: string; name: string; passwordHash: string },
): Promise<void> => {
  const id = await createAccountWithProject(db, { ...made, isEmailVerified: false, now })
  await queueMail(db, { kind: 'verify-address', to: made.email, now })
  record({ resource: { type: 'account', id, name: made.email } })
}

/** Why registration is closed; null if it is open. */
const closedBecause = async (
  { provider, configuration, setupToken }: Services,
  isInvited: boolean,
): Promise<Refusal | null> => {
  if (!provider)
    return new Refusal(404, 'not_found', 'An identity tenant manages the accounts here: sign in to create one.')
  if ((await setupToken()) !== null)
    return new Refusal(409, 'conflict', 'This installation is not set up yet: its operator has the setup link.')
  if (configuration.registration === 'open' || (isInvited && configuration.registration === 'invited')) return null
  return forbidden(
    configuration.registration === 'invited'
      ? 'Registration requires an invitation: ask an OWNER of a project or an ADMIN of an organization for one.'
      : 'Registration is closed: ask an administrator of this installation for an account.',
  )
}

export const emailProblems = (email: string): Problem[] =>
  isEmailAddress(email)
    ? []
    : [{ field: 'email', code: 'invalid', message: 'email must be an email address such as ada@example.com.' }]
