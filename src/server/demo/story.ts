import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { randomOf } from './random.ts'

/** Kinds of incidents. */
export type IncidentKind = 'server error' | 'timeout' | 'refused' | 'name' | 'certificate' | 'sign-in' | 'slow'

/** A time range in which a service has an incident, everywhere or seen from one location. */
export type Incident = {
  readonly from: number
  readonly to: number
  readonly trouble: IncidentKind
  /** Share of affected runs, from 0 to 1. */
  readonly share: number
  /** Factor by which processing takes longer. */
  readonly factor: number
  readonly placeId: string | null
}

/** A monitor's own changes: it drifts slower, or a release changes it at once, and some runs fail without a reason. */
export type Drift = {
  readonly drift: number
  readonly releaseAt: number
  readonly release: number
  readonly flaky: number
}

export type Span = { readonly from: number; readonly to: number }

const MINUTE_MS = 60_000

type Kind = { trouble: IncidentKind; weight: number; minutes: readonly [number, number]; share: number; factor: number }
const KINDS: readonly [Kind, ...Kind[]] = [
  { trouble: 'server error', weight: 34, minutes: [8, 95], share: 0.85, factor: 0.6 },
  { trouble: 'slow', weight: 30, minutes: [50, 420], share: 1, factor: 4.2 },
  { trouble: 'timeout', weight: 12, minutes: [10, 70], share: 0.7, factor: 3 },
  { trouble: 'refused', weight: 9, minutes: [4, 25], share: 1, factor: 1 },
  { trouble: 'sign-in', weight: 7, minutes: [15, 120], share: 1, factor: 0.5 },
  { trouble: 'certificate', weight: 4, minutes: [60, 240], share: 1, factor: 1 },
  { trouble: 'name', weight: 4, minutes: [10, 60], share: 0.6, factor: 1 },
]
const WEIGHTS = KINDS.reduce((sum, { weight }) => sum + weight, 0)
/** Picks a kind by weight. */
const drawn = (at: number): Kind => {
  let left = at
  for (const kind of KINDS) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return KINDS[0]
}
/** Average incidents per service and day. */
const INCIDENTS_A_DAY = 0.11
/** One in this many is seen from a single location only. */
const PARTIAL = 5

/** Generates a service's incidents in a time range, in order. */
export const incidentsOf = (
  seed: number,
  service: string,
  { from, to }: Span,
  placeIds: readonly string[],
): Incident[] => {
  const chance = randomOf(seed, 'incidents', service)
  const count = Math.round(((to - from) / DAY_MS) * INCIDENTS_A_DAY * (0.4 + 1.2 * chance.next()))
  return Array.from({ length: count }, (): Incident => {
    const kind = drawn(chance.next() * WEIGHTS)
    const begins = from + Math.floor(chance.next() * (to - from))
    const isPartial = placeIds.length > 1 && chance.between(1, PARTIAL) === 1
    return {
      from: begins,
      to: begins + chance.between(...kind.minutes) * MINUTE_MS,
      trouble: kind.trouble,
      share: kind.share,
      factor: kind.factor * (0.8 + 0.5 * chance.next()),
      placeId: isPartial ? (placeIds[chance.between(0, placeIds.length - 1)] ?? null) : null,
    }
  }).sort((a, b) => a.from - b.from)
}

/** Generates a monitor's drift over a time range. */
export const driftOf = (seed: number, monitor: number, { from, to }: Span): Drift => {
  const chance = randomOf(seed, 'course', monitor)
  const [drifts, releases, flakes] = [chance.next() < 0.12, chance.next() < 0.15, chance.next() < 0.06]
  return {
    drift: drifts ? 0.3 + 0.5 * chance.next() : 0,
    releaseAt: from + Math.floor((0.2 + 0.6 * chance.next()) * (to - from)),
    release: releases ? (chance.next() < 0.5 ? 0.65 : 1.4) : 1,
    flaky: flakes ? 0.015 : 0.0004,
  }
}

/** Load factor of a service at a time: 1 on average, more by day and on working days. */
export const loadAt = (ms: number): number => {
  const hour = (ms % DAY_MS) / HOUR_MS
  // 1970-01-01 was a Thursday.
  const day = (Math.floor(ms / DAY_MS) + 4) % 7
  const byDay = 1 + 0.22 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
  return byDay * (day === 0 || day === 6 ? 0.88 : 1.04)
}
