import { StartProblem } from '../start-problem.ts'

/** What one caller may ask for in a minute; null: as much as it likes. */
export type LimitSettings = {
  /** Requests of an API key or an account; an address without a good token has a fifth of it. */
  readonly requests: number | null
  /** Runs on demand and trials in a project. */
  readonly runs: number | null
  /** Messages that a person has sent: test messages, repeated deliveries, mail. */
  readonly sends: number | null
  /** Sign-ins, registrations and device codes that begin at one address. */
  readonly signIns: number | null
  /** Live streams that an API key or an account has open at a time, on one server. */
  readonly streams: number | null
}

const DEFAULTS: LimitSettings = { requests: 3_000, runs: 2_000, sends: 30, signIns: 60, streams: 20 }

const NONE: LimitSettings = { requests: null, runs: null, sends: null, signIns: null, streams: null }

const VARIABLES = {
  requests: 'SONDE_LIMIT_REQUESTS_PER_MINUTE',
  runs: 'SONDE_LIMIT_RUNS_PER_MINUTE',
  sends: 'SONDE_LIMIT_SENDS_PER_MINUTE',
  signIns: 'SONDE_LIMIT_SIGN_INS_PER_MINUTE',
  streams: 'SONDE_LIMIT_STREAMS',
} as const satisfies Record<keyof LimitSettings, string>

const SWITCH = 'SONDE_LIMITS'

/** The environment variables that are read here. */
export const LIMIT_VARIABLES: readonly string[] = [SWITCH, ...Object.values(VARIABLES)]

/** Reads the limits; `value` answers a variable, null where it is not set. */
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
  }
}
