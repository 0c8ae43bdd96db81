import { Refusal } from '../refusal.ts'

/** Facts about a person's account and sign-in that organizations have rules about. */
export type Assurance = {
  /** Has a second factor here, or signed in with one at the tenant. */
  readonly hasFactor: boolean
  /** A tenant signs the account in, and keeps its factors. */
  readonly isOfTenant: boolean
  /** When the password was set; null without a password here. */
  readonly passwordSet: number | null
  /** When the person signed in; null if the tenant does not say. */
  readonly signedIn: number | null
}

/** Rules of an organization about those who work in it. */
export type Policy = {
  readonly name: string
  readonly enforce_2fa: boolean
  /** 0: never. */
  readonly password_expiry_days: number
  readonly session_hours: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Refuses a person who does not meet an organization's rules; null if they do. Without facts nobody does. */
export const refusalOfPolicy = (assurance: Assurance | null, policy: Policy, now: number): Refusal | null => {
  if (assurance === null || (policy.enforce_2fa && !assurance.hasFactor))
    return new Refusal(
      403,
      'mfa_required',
      assurance?.isOfTenant
        ? `${policy.name} requires two-step verification: set it up at your identity provider, then sign in again.`
        : `${policy.name} requires two-step verification: set it up in your profile.`,
    )
  const { passwordSet, signedIn } = assurance
  const { password_expiry_days: days, session_hours: hours } = policy
  if (days > 0 && passwordSet !== null && passwordSet + days * DAY_MS <= now)
    return new Refusal(
      403,
      'password_expired',
      `Your password is older than ${policy.name} allows (${count(days, 'day')}): change it in your profile.`,
    )
  if (signedIn !== null && signedIn + hours * HOUR_MS <= now)
    return new Refusal(
      403,
      'session_expired',
      `${policy.name} requires a new sign-in after ${count(hours, 'hour')}: sign in again.`,
    )
  return null
}

const count = (many: number, unit: string): string => `${many} ${unit}${many === 1 ? '' : 's'}`
