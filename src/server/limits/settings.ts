import { StartProblem } from '../start-problem.ts'

/** Limits per caller and minute; null: unlimited. */
export type LimitSettings = {
  /** Requests per API key or account; an address without a valid token gets a fifth of it. */
  readonly requests: number | null
  /** Runs on demand and trials per project. */
  readonly runs: number | null
  /** Messages sent on a person's request: test messages, repeated deliveries, mail. */
  readonly sends: number | null
  /** Sign-ins, registrations and device codes per address. */
  readonly signIns: number | null
  /** Live streams open at once per API key or account, on one server; an account with all its keys gets four times as many. */
  readonly streams: number | null
  /** Changes by an account whose email address is not confirmed. */
  readonly unconfirmedChanges: number | null
}

const DEFAULTS: LimitSettings = {
  requests: 3_000,
  runs: 2_000,
  sends: 30,
  signIns: 60,
  streams: 20,
  unconfirmedChanges: 200,
}

const NONE: LimitSettings = {
  requests: null,
  runs: null,
  sends: null,
  signIns: null,
  streams: null,
  unconfirmedChanges: null,
}

const VARIABLES = {
  requests: 'SONDE_LIMIT_REQUESTS_PER_MINUTE',
  runs: 'SONDE_LIMIT_RUNS_PER_MINUTE',
  sends: 'SONDE_LIMIT_SENDS_PER_MINUTE',
  signIns: 'SONDE_LIMIT_SIGN_INS_PER_MINUTE',
  streams: 'SONDE_LIMIT_STREAMS',
  unconfirmedChanges: 'SONDE_LIMIT_UNCONFIRMED_CHANGES',
} as const satisfies Record<keyof LimitSettings, string>

const SWITCH = 'SONDE_LIMITS'

/** The environment variables that set limits. */
export const LIMIT_VARIABLES: readonly string[] = [SWITCH, ...Object.values(VARIABLES)]

/** Reads the limits; `value` returns a variable, or null if it is not set. */
export const limitsOf = (value: (name: string) => string | null): LimitSettings => {
  const wanted = value(SWITCH) ?? 'on'
  if (wanted !== 'on' && wanted !== 'off') throw new StartProblem(`${SWITCH} must be on or off, but is “${wanted}”.`)
  if (wanted === 'off') return NONE
  const read = (name: keyof LimitSettings): number | null => {
    const text = value(VARIABLES[name])
    if (text === null) return DEFAULTS[name]
    if (!/^\d{1,9}$/.test(text))
      throw new StartProblem(`${VARIABLES[name]} must be a whole number, or 0 for no limit, but is “${text}”.`)
    return Number(text) || null
  }
  return {
    requests: read('requests'),
    runs: read('runs'),
    sends: read('sends'),
    signIns: read('signIns'),
    streams: read('streams'),
    unconfirmedChanges: read('unconfirmedChanges'),
  }
}
