import { sql } from 'kysely'
import type { accounts } from '../../../contract/accounts/accounts.ts'
import { isEmailAddress } from '../../../domain/core/email-address.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { passwordProblems } from '../../../domain/identity/password-rules.ts'
import { countRequest } from '../../access/guess.ts'
import { createNewcomer } from '../../access/newcomer.ts'
import { hashPassword } from '../../access/password.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { postMail } from '../../mail/outbox.ts'
import { forbidden, invalid, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountByEmail, accountById, nameFromEmail, spendToken } from '../../store/accounts/accounts.ts'
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
        // The same work, undone: how long it takes must not tell that the address has an account.
        await sql`savepoint pretence`.execute(tx)
        await createNewcomer(tx, { ...made, email: `${newSecret()}@invalid`, isEmailVerified: false })
        await sql`rollback to savepoint pretence`.execute(tx)
        await postMail(tx, { kind: 'address-taken', to: email, now })
      }
    },

    'account.verify': async ({ body }, { db, now, record }) => {
      const accountId = await spendToken(db, body.token, 'verify', now)
      const account = accountId === null ? undefined : await accountById(db, accountId)
      if (!account || account.blocked !== null)
        return new Refusal(410, 'gone', 'This link was used already, or is too old. Sign in and ask for another.')
      await db.updateTable('account').set({ email_verified: now }).where('id', '=', account.id).execute()
      await releaseProjects(db, account.id)
      record({ resource: { type: 'account', id: account.id, name: account.email } })
      return { email: account.email }
    },

    'account.send-verification': async (_, { caller, db, now, record, afterCommit }) => {
      if (caller.kind !== 'account') return forbidden('An API key has no address that could be confirmed.')
      const account = await accountById(db, caller.accountId)
      if (account?.password_hash && account.email_verified === null) {
        await postMail(db, { kind: 'verify-address', to: account.email, now })
        record({ resource: { type: 'account', id: account.id, name: account.email } })
        afterCommit(services.wakeMail)
      }
      return null
    },
  }) satisfies HandlersPart<typeof accounts>

const register = async (
  { db, now, record }: Context,
  made: { email: string; name: string; passwordHash: string },
): Promise<void> => {
  const id = await createNewcomer(db, { ...made, isEmailVerified: false, now })
  await postMail(db, { kind: 'verify-address', to: made.email, now })
  record({ resource: { type: 'account', id, name: made.email } })
}

/** Why nobody may register now; null where anybody may. */
const closedBecause = async ({ provider, configuration, setupToken }: Services): Promise<Refusal | null> => {
  if (!provider) return new Refusal(404, 'not_found', 'Here a tenant keeps the accounts; sign in to make one.')
  if ((await setupToken()) !== null)
    return new Refusal(409, 'conflict', 'This installation is not set up yet; its operator has the link.')
  if (configuration.registration === 'open') return null
  return forbidden(
    configuration.registration === 'invited'
      ? 'An account needs an invitation here, and this version of Sonde cannot invite anybody yet: nobody can register. Ask whoever administers this installation.'
      : 'Registration is closed here; ask whoever administers this installation for an account.',
  )
}

export const emailProblems = (email: string): Problem[] =>
  isEmailAddress(email)
    ? []
    : [{ field: 'email', code: 'invalid', message: 'email must be an e-mail address such as ada@example.com.' }]
