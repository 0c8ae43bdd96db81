import { invalid, Refusal, tooManyTries } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { SignIn } from '../store/identity/sign-ins.ts'
import { passwordMatches } from './password.ts'
import { countPasswordAttempt } from './password-attempts.ts'

/** How long a sign-in counts as fresh. */
const FRESH_MS = 10 * 60_000

type Asking = {
  readonly account: { readonly id: string; readonly email: string; readonly password_hash: string | null }
  readonly password: string | undefined
  readonly signIn: SignIn | null
  readonly ip: string | null
  readonly now: number
}

/**
 * Demands that the person at the browser proves again to be the account's owner: by the password, or, for an account without one, by a
 * sign-in within the last 10 minutes. Null if they did. A wrong password counts as a guess.
 */
export const refuseUnproven = async (
  db: Db,
  { account, password, signIn, ip, now }: Asking,
): Promise<Refusal | null> => {
  if (account.password_hash === null) return refuseStaleSignIn(db, signIn, now)
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

const refuseStaleSignIn = async (db: Db, signIn: SignIn | null, now: number): Promise<Refusal | null> => {
  const stale = new Refusal(
    403,
    'forbidden',
    'Your account has no password, so sign out, sign in again, and repeat this within 10 minutes.',
  )
  if (!signIn) return stale
  const found = await db
    .selectFrom('sign_in')
    .select('started')
    .where('grant_id', '=', signIn.grant)
    .where('started', '>', now - FRESH_MS)
    .executeTakeFirst()
  return found ? null : stale
}
