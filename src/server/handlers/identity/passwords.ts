import type { accounts } from '../../../contract/accounts/accounts.ts'
import { passwordProblems } from '../../../domain/identity/password-rules.ts'
import { hashPassword, passwordMatches } from '../../access/password.ts'
import { countPasswordAttempt, countRequest } from '../../access/password-attempts.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { queueMail } from '../../mail/outbox.ts'
import { forbidden, invalid, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  accountById,
  consumeToken,
  deleteTokens,
  isAddressConfirmed,
  isOfTenant,
} from '../../store/accounts/accounts.ts'
import { endEarlierWays } from '../../store/accounts/earlier-ways.ts'
import { deleteChallenges } from '../../store/identity/challenges.ts'
import { endSignIns, type SignIn } from '../../store/identity/sign-ins.ts'
import { confirmAddress } from './confirm-address.ts'
import { emailProblems } from './registration.ts'

const elsewhere = new Refusal(404, 'not_found', 'An identity tenant manages the passwords here: change yours there.')
const noPassword = new Refusal(
  409,
  'conflict',
  'Your account has no password yet: ask for a link to set one, which is mailed to you.',
)
const over = new Refusal(410, 'gone', 'This link was already used or has expired. Ask for a new one.')

export const passwordHandlers = (services: Services) =>
  ({
    'account.ask-reset': async ({ body }, { caller, db, ip, now, record, afterCommit }) => {
      if (!services.provider) return elsewhere
      const own = caller.kind === 'account' ? caller.email : undefined
      const email = (body.email ?? own ?? '').trim()
      if (email === '')
        return invalid([
          { field: 'email', code: 'required', message: 'email must be the email address of the account.' },
        ])
      const problems = emailProblems(email)
      if (problems.length > 0) return invalid(problems)
      const waitMs = await countRequest(db, 'password reset', ip, now)
      if (waitMs > 0) return tooManyTries(waitMs)
      // The account is looked up when the mail is written: doing it here would show in the response time.
      await queueMail(db, { kind: 'password-reset', to: email, now })
      // What was typed may be a password in the wrong field.
      record({ resource: { type: 'account', id: '', name: null } })
      afterCommit(services.wakeMail)
      return { asked: true, mail_leaves: services.mail.settings !== null }
    },

    'account.reset-password': async ({ params, body }, context) => {
      if (!services.provider) return elsewhere
      const { db, now } = context
      const account = await accountById(db, params.id)
      const problems = passwordProblems(body.password, account?.email ?? '')
      if (problems.length > 0) return invalid(problems)
      const accountId = await consumeToken(db, body.token, 'reset', now)
      if (!account || isOfTenant(account) || accountId !== account.id || account.blocked !== null) return over
      await setPassword(context, account, body.password, null)
      if (!isAddressConfirmed(account)) await endEarlierWays(db, account.id, now)
      // Using the link proves access to the address's mail.
      await confirmAddress(db, account.id, now)
      context.afterCommit(services.wakeMail)
      return null
    },

    'account.change-password': async ({ body }, context) => {
      const { caller, db, ip, now } = context
      if (caller.kind !== 'account') return forbidden('An API key has no password.')
      const account = await accountById(db, caller.accountId)
      if (!services.provider || !account || isOfTenant(account)) return elsewhere
      if (!account.password_hash) return noPassword
      const problems = passwordProblems(body.new_password, account.email)
      if (problems.length > 0)
        return invalid(
          problems.map((problem) => ({ ...problem, field: 'new_password', message: `new_${problem.message}` })),
        )
      const guess = await countPasswordAttempt(db, { email: account.email, ip, device: caller.accountId }, now)
      if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
      if (!(await passwordMatches(body.password, account.password_hash)))
        return new Refusal(422, 'invalid', 'password must be your current password.', {
          problems: [{ field: 'password', code: 'invalid', message: 'password must be your current password.' }],
          keepsWrites: true,
        })
      await guess.wasRight()
      await setPassword(context, account, body.new_password, caller.signIn)
      context.afterCommit(services.wakeMail)
      return null
    },
  }) satisfies HandlersPart<typeof accounts>

/** Sets the password, ends all sign-ins except `kept`, and informs the owner by mail. */
const setPassword = async (
  { db, now, record }: Context,
  { id, email }: { id: string; email: string },
  password: string,
  kept: SignIn | null,
): Promise<void> => {
  const password_hash = await hashPassword(password)
  await db
    .updateTable('account')
    .set({ password_hash, password_changed: now, last_update: now })
    .where('id', '=', id)
    .execute()
  await endSignIns(db, id, kept)
  // A sign-in that waits for its second step began with the old password.
  await deleteChallenges(db, id, 'second-step')
  await deleteTokens(db, id, 'reset')
  // A request for another address may be somebody else’s.
  await deleteTokens(db, id, 'change-address')
  await queueMail(db, { kind: 'password-changed', to: email, now })
  record({ resource: { type: 'account', id, name: email } })
}
