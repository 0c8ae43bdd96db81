import { SIGNALS } from '../../contract/alerts/webhooks.ts'

/** A standing condition that an alert can cover beside results. */
export type Signal = (typeof SIGNALS)[number]

export const isSignal = (name: string): name is Signal => SIGNALS.some((each) => each === name)

/** The parameters that say from where on a condition is told. */
export type SignalLimitName = 'expiry_days' | 'budget_percent' | 'slower_percent' | 'lower_points'

type Limit = { readonly of: Signal; readonly initial: number; readonly range: readonly [number, number] }

/** Limits of standing conditions, with the value of an alert that names none. */
export const SIGNAL_LIMITS: Readonly<Record<SignalLimitName, Limit>> = {
  expiry_days: { of: 'EXPIRY', initial: 14, range: [1, 365] },
  budget_percent: { of: 'BUDGET', initial: 100, range: [1, 1000] },
  slower_percent: { of: 'CHANGE', initial: 50, range: [5, 10_000] },
  lower_points: { of: 'CHANGE', initial: 5, range: [1, 100] },
}

/** The names of all limits. */
export const SIGNAL_LIMIT_NAMES: readonly SignalLimitName[] = [
  'expiry_days',
  'budget_percent',
  'slower_percent',
  'lower_points',
]

/** The limits of an alert; absent ones have their initial value. */
export type SignalLimits = { readonly [Name in SignalLimitName]?: number }

export const limitOf = (limits: SignalLimits, name: SignalLimitName): number =>
  limits[name] ?? SIGNAL_LIMITS[name].initial

/** Names of standing conditions, as a person reads them. */
export const SIGNAL_WORDS: Readonly<Record<Signal, string>> = {
  EXPIRY: 'Expires soon',
  BURN: 'Budget burns fast',
  BUDGET: 'Budget used up',
  CHANGE: 'Worse than before',
}

/** A condition as it was found, before an alert's own limit is held against it. */
export type FoundSignal = {
  readonly kind: Signal
  /** Tells it from others of its kind in the project. */
  readonly item: string
  /** The name of what it is about: a monitor, a token or an objective. */
  readonly name: string
  /** The monitor that it is about, where there is one: an alert for one monitor covers no other. */
  readonly monitorId: string | null
  readonly tags: readonly string[]
  readonly url: string
  /** The page that shows it, as a path. */
  readonly page: string
  /** The limit that applies and the reading that is held against it; null where there is none. */
  readonly limit: SignalLimitName | null
  readonly level: number
  /** The condition as a sentence, and what is so when it holds no more. */
  readonly text: string
  readonly calm: string
}

/** Whether a condition goes as far as an alert asks: days left count down, everything else up. */
export const reaches = ({ limit, level }: Pick<FoundSignal, 'limit' | 'level'>, limits: SignalLimits): boolean => {
  if (limit === null) return true
  return limit === 'expiry_days' ? level <= limitOf(limits, limit) : level >= limitOf(limits, limit)
}
