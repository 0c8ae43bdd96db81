import { invalid, Refusal, tooManyTries } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { Caller } from './caller.ts'
import { refuseStaleSignIn } from './fresh-sign-in.ts'
import { passwordMatches } from './password.ts'
import { countPasswordAttempt } from './password-attempts.ts'

type Person = Extract<Caller, { kind: 'account' }>
type Account = { readonly id: string; readonly email: string; readonly password_hash: string | null }

/**
 * Demands that the person at the browser proves again to be the account's owner: by the password, or, for an account without one, by a
 * sign-in within the last 10 minutes. Null if they did. A wrong password counts as a guess.
 */
export const refuseUnproven = async (
  account: Account,
  password: string | undefined,
  { assurance }: Pick<Person, 'assurance'>,
  { db, ip, now }: { readonly db: Db; readonly ip: string | null; readonly now: number },
): Promise<Refusal | null> => {
  if (account.password_hash === null) return refuseStaleSignIn(assurance, now)
  if (!password)
    return invalid([{ field: 'password', code: 'required', message: 'password must be your current password.' }])
  const guess = await countPasswordAttempt(db, { email: account.email, ip, device: account.id }, now)
  if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
  if (!(await passwordMatches(password, account.password_hash)))
    return new Refusal(422, 'invalid', 'password must be your current password.', {
      problems: [{ field: 'password', code: 'invalid', message: 'password must be your current password.' }],
      keepsWrites: true,
    })
  await guess.wasRight()
  return null
}
