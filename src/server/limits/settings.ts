import { StartProblem } from '../start-problem.ts'

/** The limits of requests: the variable that sets each, and its default. */
const LIMITS = {
  /** Requests per API key or account and minute; an address without a valid token gets a fifth of it. */
  requests: ['SONDE_LIMIT_REQUESTS_PER_MINUTE', 3_000],
  /** Runs on demand and trials per project and minute. */
  runs: ['SONDE_LIMIT_RUNS_PER_MINUTE', 2_000],
  /** Messages sent on a person's request, per minute: test messages, repeated deliveries, mail. */
  sends: ['SONDE_LIMIT_SENDS_PER_MINUTE', 30],
  /** Sign-ins, registrations and device codes per address and minute. */
  signIns: ['SONDE_LIMIT_SIGN_INS_PER_MINUTE', 60],
  /** Live streams open at once per API key or account, on one server; an account with all its keys gets four times as many. */
  streams: ['SONDE_LIMIT_STREAMS', 20],
  /** Changes by an account whose email address is not confirmed. */
  unconfirmedChanges: ['SONDE_LIMIT_UNCONFIRMED_CHANGES', 200],
} as const

type Name = keyof typeof LIMITS

/** Limits of requests by their names; null: unlimited. */
export type LimitSettings = Readonly<Record<Name, number | null>>

const SWITCH = 'SONDE_LIMITS'

/** The environment variables that set limits. */
export const LIMIT_VARIABLES: readonly string[] = [SWITCH, ...Object.values(LIMITS).map(([variable]) => variable)]

/** Reads the limits; `value` returns a variable, or null if it is not set. */
export const limitsOf = (value: (name: string) => string | null): LimitSettings => {
  const wanted = value(SWITCH) ?? 'on'
  if (wanted !== 'on' && wanted !== 'off') throw new StartProblem(`${SWITCH} must be on or off, but is “${wanted}”.`)
  return eachLimit(([variable, usual]) => {
    if (wanted === 'off') return null
    const text = value(variable)
    if (text === null) return usual
    if (!/^\d{1,9}$/.test(text))
      throw new StartProblem(`${variable} must be a whole number, or 0 for no limit, but is “${text}”.`)
    return Number(text) || null
  })
}

/** Has the names of the table, which `fromEntries` forgets. */
const eachLimit = (settingOf: (limit: (typeof LIMITS)[Name]) => number | null): LimitSettings =>
  Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, settingOf(limit)])) as LimitSettings
