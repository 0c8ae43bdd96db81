import { addressKey } from '../../domain/core/email-address.ts'
import { parseIp } from '../../domain/core/ip-address.ts'
import type { Db } from '../store/core/database.ts'
import { countAttempt, type Gate, resetAttempts, uncountAttempt } from './throttle.ts'

/** One person mistypes a few times; an address may be shared by many people. */
const AT_ACCOUNT = { free: 5, forgetsOneEveryMs: 30 * 60_000 }
const AT_ADDRESS = { free: 20, forgetsOneEveryMs: 60_000 }
const AT_REQUEST = { free: 5, forgetsOneEveryMs: 10 * 60_000 }

/** Returns the network at which attempts are counted: the address, or for IPv6 its /64 network, since one household has 2^64 addresses. */
export const networkOf = (ip: string | null): string => {
  const bytes = parseIp(ip ?? '')
  return bytes === null ? 'unknown' : bytes.slice(0, bytes.length === 16 ? 8 : 4).join('.')
}

const gatesOf = (guess: {
  email: string
  ip: string | null
  device: string | null
}): { address: Gate; account: Gate } => ({
  address: { name: `sign-in from ${networkOf(guess.ip)}`, ...AT_ADDRESS },
  account: {
    name: guess.device ? `sign-in on ${guess.device}` : `sign-in to ${addressKey(guess.email)}`,
    ...AT_ACCOUNT,
  },
})

export type PasswordAttempt = {
  /** How long to wait (ms); 0 if the password may be checked now. */
  readonly waitMs: number
  /** The password or code was right: the attempt no longer counts. */
  wasRight(): Promise<void>
}

/** Counts a password attempt for its account and its address; `device` identifies a browser that signed in to the account before. */
export const countPasswordAttempt = async (
  db: Db,
  guess: { email: string; ip: string | null; device: string | null },
  now: number,
): Promise<PasswordAttempt> => {
  const { address, account } = gatesOf(guess)
  const waitMs = (await countAttempt(db, account, now)) || (await countAttempt(db, address, now))
  return {
    waitMs,
    wasRight: async () => {
      await resetAttempts(db, account)
      await uncountAttempt(db, address)
    },
  }
}

/** Counts an attempt at a code of a second factor, for its account and its address; `device` as with passwords. */
export const countFactorAttempt = async (
  db: Db,
  guess: { accountId: string; ip: string | null; device: string | null },
  now: number,
): Promise<PasswordAttempt> => {
  const own = guess.device ? `second step on ${guess.device}` : `second step of ${guess.accountId}`
  const account: Gate = { name: own, ...AT_ACCOUNT }
  const address: Gate = { name: `second step from ${networkOf(guess.ip)}`, ...AT_ADDRESS }
  const waitMs = (await countAttempt(db, account, now)) || (await countAttempt(db, address, now))
  return {
    waitMs,
    wasRight: async () => {
      await resetAttempts(db, account)
      await uncountAttempt(db, address)
    },
  }
}

/** Counts a signature by a passkey whose account is not known yet, and returns the wait (ms), 0 for none. */
export const countPasskey = (db: Db, ip: string | null, now: number): Promise<number> =>
  countAttempt(db, { name: `passkey from ${networkOf(ip)}`, ...AT_ADDRESS }, now)

/** Counts a public request per address and returns the wait (ms), 0 for none. */
export const countRequest = (db: Db, what: string, ip: string | null, now: number): Promise<number> =>
  countAttempt(db, { name: `${what} from ${networkOf(ip)}`, ...AT_REQUEST }, now)

/** An attempt at a device code: how long to wait (ms), 0 if the code may be read now. A right one no longer counts. */
export type CodeAttempt = PasswordAttempt

/** Counts an attempt at a device code for its address. */
export const countCode = async (db: Db, ip: string | null, now: number): Promise<CodeAttempt> => {
  const address: Gate = { name: `device code from ${networkOf(ip)}`, ...AT_ADDRESS }
  return { waitMs: await countAttempt(db, address, now), wasRight: () => uncountAttempt(db, address) }
}

/** Limit for failed sign-ins in the audit log: 200 in a row, then one every 30 s, so that guessing from many addresses cannot fill it. */
const AT_LOG = { name: 'failed sign-ins in the audit log', free: 200, forgetsOneEveryMs: 30_000 }

/** Whether a failed sign-in still gets its own audit entry. */
export const mayAuditFailure = async (db: Db, now: number): Promise<boolean> =>
  (await countAttempt(db, AT_LOG, now)) === 0
