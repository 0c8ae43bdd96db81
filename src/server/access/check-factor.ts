import { recoveryCodeOf, totpCodeOf } from '../../domain/identity/factor-codes.ts'
import type { Db } from '../store/core/database.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import { claimTotpStep, consumeRecoveryCode, type FactorRow, factorsOf } from '../store/identity/factors.ts'
import { stepOfCode } from './totp.ts'

type Checked = { readonly db: Db; readonly sealing: SecretCipher; readonly now: number }

/** Returns the bytes of an authenticator app's secret. */
export const totpSecretOf = (sealing: SecretCipher, { secret }: Pick<FactorRow, 'secret'>): Buffer | null =>
  isSealed(secret) ? Buffer.from(sealing.open(secret), 'base64') : null

/** Whether a code belongs to an authenticator app of the account and was not accepted before. Accepts it once. */
export const acceptTotp = async ({ db, sealing, now }: Checked, accountId: string, typed: string): Promise<boolean> => {
  const code = totpCodeOf(typed)
  if (code === null) return false
  for (const factor of await factorsOf(db, accountId)) {
    const secret = totpSecretOf(sealing, factor)
    const step = secret && stepOfCode(secret, code, now)
    if (step !== null && (await claimTotpStep(db, factor.id, step, now))) return true
  }
  return false
}

/** Whether a recovery code of the account is unused. Consumes it. */
export const acceptRecovery = async ({ db }: Checked, accountId: string, typed: string): Promise<boolean> => {
  const code = recoveryCodeOf(typed)
  return code !== null && (await consumeRecoveryCode(db, accountId, code))
}
