import { sql } from 'kysely'
import type { accounts } from '../../../contract/accounts/accounts.ts'
import { isEmailAddress } from '../../../domain/core/email-address.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { passwordProblems } from '../../../domain/identity/password-rules.ts'
import { createAccountWithProject } from '../../access/account-with-project.ts'
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
  isAddressConfirmed,
  nameFromEmail,
} from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import { newSecret } from '../../store/core/identifiers.ts'
import { releaseProjects } from '../../store/projects/projects.ts'

export const registrationHandlers = (services: Services) =>
  ({
    'account.register': async ({ body }, context) => {
      const closed = await closedBecause(services)
      if (closed) return closed
      const email = body.email.trim()
      const problems = [...emailProblems(email), ...passwordProblems(body.password, email)]
      if (problems.length > 0) return invalid(problems)
      const { db, ip, now } = context
      const waitMs = await countRequest(db, 'registration', ip, now)
      if (waitMs > 0) return tooManyTries(waitMs)

      const passwordHash = await hashPassword(body.password)
      const name = body.name?.trim() || nameFromEmail(email)
      await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 1))`.execute(db)
      if (await accountByEmail(db, email)) await pretendToRegister(db, { name, passwordHash, now })
      else await register(context, { email, name, passwordHash })
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
      await db.updateTable('account').set({ email_verified: now }).where('id', '=', account.id).execute()
      await releaseProjects(db, account.id)
      record({ resource: { type: 'account', id: account.id, name: account.email } })
      return { email: account.email }
    },

    'account.send-verification': async (_, { caller, db, now, record, afterCommit }) => {
      if (caller.kind !== 'account') return forbidden('An API key has no email address to confirm.')
      const account = await accountById(db, caller.accountId)
      const sent = account !== undefined && !isAddressConfirmed(account)
      if (sent) {
        await queueMail(db, { kind: 'verify-address', to: account.email, now })
        record({ resource: { type: 'account', id: account.id, name: account.email } })
        afterCommit(services.wakeMail)
      }
      return { sent, mail_leaves: services.mail.settings !== null }
    },
  }) satisfies HandlersPart<typeof accounts>

const register = async (
  { db, now, record }: Context,
  made: { email: string; name: string; passwordHash: string },
): Promise<void> => {
  const id = await createAccountWithProject(db, { ...made, isEmailVerified: false, now })
  await queueMail(db, { kind: 'verify-address', to: made.email, now })
  record({ resource: { type: 'account', id, name: made.email } })
}

/** Why registration is closed; null if it is open. */
const closedBecause = async ({ provider, configuration, setupToken }: Services): Promise<Refusal | null> => {
  if (!provider)
    return new Refusal(404, 'not_found', 'An identity tenant manages the accounts here: sign in to create one.')
  if ((await setupToken()) !== null)
    return new Refusal(409, 'conflict', 'This installation is not set up yet: its operator has the setup link.')
  if (configuration.registration === 'open') return null
  return forbidden(
    configuration.registration === 'invited'
      ? 'Registration requires an invitation, and this version of Sonde has no invitations yet. Ask an administrator of this installation.'
      : 'Registration is closed: ask an administrator of this installation for an account.',
  )
}

export const emailProblems = (email: string): Problem[] =>
  isEmailAddress(email)
    ? []
    : [{ field: 'email', code: 'invalid', message: 'email must be an email address such as ada@example.com.' }]
