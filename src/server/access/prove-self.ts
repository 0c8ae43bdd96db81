import { Refusal, tooManyTries } from '../refusal.ts'
import { accountById } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { factorsOf } from '../store/identity/factors.ts'
import type { Caller } from './caller.ts'
import { acceptRecovery, acceptTotp } from './check-factor.ts'
import { refuseStaleSignIn } from './fresh-sign-in.ts'
import { passwordMatches } from './password.ts'
import { countFactorAttempt, countPasswordAttempt } from './password-attempts.ts'

export type Proof = { readonly password?: string; readonly code?: string }

/**
 * Refuses a sensitive change to whoever cannot prove to be the owner: by the password or a code of a second factor. So a stolen session
 * alone changes nothing. Null if the proof is right.
 */
export const proveSelf = async (
  { caller, db, ip, now }: { caller: Caller; db: Db; ip: string | null; now: number },
  sealing: SecretCipher,
  { password, code }: Proof,
): Promise<Refusal | null> => {
  const account = caller.kind === 'account' ? await accountById(db, caller.accountId) : undefined
  if (caller.kind !== 'account' || !account) return unproved('password', 'Only people may do this.')
  // This session's attempts: guessing elsewhere does not lock its owner out.
  const device = account.id
  if (password !== undefined && account.password_hash !== null) {
    const guess = await countPasswordAttempt(db, { email: account.email, ip, device }, now)
    if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
    if (!(await passwordMatches(password, account.password_hash)))
      return unproved('password', 'password must be your current password.')
    await guess.wasRight()
    return null
  }
  if (code !== undefined) {
    const guess = await countFactorAttempt(db, { accountId: account.id, ip, device }, now)
    if (guess.waitMs > 0) return tooManyTries(guess.waitMs)
    const checked = { db, sealing, now }
    if (!(await acceptTotp(checked, account.id, code)) && !(await acceptRecovery(checked, account.id, code)))
      return unproved('code', 'code must be the current code of your authenticator app, or an unused recovery code.')
    await guess.wasRight()
    return null
  }
  if (account.password_hash !== null) return unproved('password', 'password must be your current password.')
  const hasApp = (await factorsOf(db, account.id)).some(({ kind }) => kind === 'totp')
  if (hasApp) return unproved('code', 'code must be the current code of your authenticator app.')
  return refuseStaleSignIn(caller.assurance, now)
}

const unproved = (field: string, message: string): Refusal =>
  new Refusal(422, 'invalid', message, { problems: [{ field, code: 'invalid', message }], keepsWrites: true })
