import { parseIp } from '../../domain/core/ip-address.ts'
import type { Db } from '../store/core/database.ts'
import { countTry, forgetTries, type Gate, takeBackTry } from './throttle.ts'

/** One person has but a few mistypes; many people may share an address, and some of them mistype every hour. */
const AT_ACCOUNT = { free: 5, forgetsOneEveryMs: 30 * 60_000 }
const AT_ADDRESS = { free: 20, forgetsOneEveryMs: 60_000 }
const AT_REQUEST = { free: 5, forgetsOneEveryMs: 10 * 60_000 }

/** An address as tries are counted at it: of IPv6 the network, since one household has 2^64 addresses. */
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
    name: guess.device ? `sign-in on ${guess.device}` : `sign-in to ${guess.email.trim().toLowerCase()}`,
    ...AT_ACCOUNT,
  },
})

export type Guess = {
  /** How long to wait (ms); 0 where it may be judged now. */
  readonly waitMs: number
  /** It was right: it is no longer counted. */
  wasRight(): Promise<void>
}

/** Counts a guess at a password at its account and at the address it comes from; `device` is that of an owner who was here before. */
export const countGuess = async (
  db: Db,
  guess: { email: string; ip: string | null; device: string | null },
  now: number,
): Promise<Guess> => {
  const { address, account } = gatesOf(guess)
  const waitMs = (await countTry(db, account, now)) || (await countTry(db, address, now))
  return {
    waitMs,
    wasRight: async () => {
      await forgetTries(db, account)
      await takeBackTry(db, address)
    },
  }
}

/** Counts something that anybody may ask for, but not without end, from one address. Answers how long to wait (ms). */
export const countRequest = (db: Db, what: string, ip: string | null, now: number): Promise<number> =>
  countTry(db, { name: `${what} from ${networkOf(ip)}`, ...AT_REQUEST }, now)

/** Counts a guess at the code of a device that waits to be connected. Answers how long to wait (ms). */
export const countCode = (db: Db, ip: string | null, now: number): Promise<number> =>
  countTry(db, { name: `device code from ${networkOf(ip)}`, ...AT_ADDRESS }, now)

/** Whoever guesses from many addresses fills no log: this many failed sign-ins are noted at once, then one every half a minute. */
const AT_LOG = { name: 'failed sign-ins in the audit log', free: 200, forgetsOneEveryMs: 30_000 }

/** Whether a sign-in that failed is still noted one by one. */
export const mayNoteFailure = async (db: Db, now: number): Promise<boolean> => (await countTry(db, AT_LOG, now)) === 0
