import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES, recoveryCodeFrom } from '../../domain/identity/factor-codes.ts'

/** Generates the recovery codes of an account, without dashes. */
export const newRecoveryCodes = (): string[] => {
  const codes: string[] = []
  while (codes.length < RECOVERY_CODES) {
    const code = recoveryCodeFrom(randomBytes(64))
    if (code !== null) codes.push(code)
  }
  return codes
}
