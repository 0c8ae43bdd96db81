import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import { grouped } from '../../domain/core/grouped.ts'
import { stepOf } from '../../domain/notifications/notification-words.ts'
import type { ToldAlert } from '../store/alerts/told-alerts.ts'
import { runOfId } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { placeOf } from './merging/telling.ts'

export type Step = NonNullable<ReturnType<typeof stepOf>>

/** News of one or several alerts about one moment of an outage, or about its end. */
export type Told = {
  step: Step
  /** The first of the alerts, and its decision. */
  readonly moved: AdvancedAlert
  readonly decision: AlertDecision
  /** Keys and names of the alerts. */
  readonly webhooks: Map<number, string>
}

const resultOf = ({ decision }: Told): string => decision.facts.result_id ?? decision.resultId

const isPass = ({ decision }: Told): boolean => decision.outcome === 'passed'

/**
 * Joins what alerts tell of the same monitor: each moment is told once, whichever alerts tell it, an outage begins with the first alert
 * and ends with the last. `goingOn` are the alerts that are told of an outage after all this. Returns what is told of each monitor, or of
 * each of its locations, in order.
 */
export const outagesTold = (advanced: readonly AdvancedAlert[], goingOn: readonly ToldAlert[]): Told[][] => {
  const goingOnIn = grouped(goingOn, ({ target_key, location_key }) => placeOf(target_key, location_key))
  const places = grouped(advanced, ({ target, locationKey }) => placeOf(target.key, locationKey))
  return [...places].map(([place, some]) =>
    inPlace(
      some.flatMap(toldBy),
      (goingOnIn.get(place) ?? []).map(({ webhook_key }) => webhook_key),
    ),
  )
}

const toldBy = (moved: AdvancedAlert): Told[] =>
  moved.decisions.flatMap((decision) => {
    const step = stepOf(decision.outcome)
    return step ? [{ step, moved, decision, webhooks: new Map([[moved.webhook.key, moved.webhook.name]]) }] : []
  })

/** Adds what an alert tells to what others tell at the same moment. */
const join = (known: Told[], told: Told): void => {
  const same = known.find(
    (one) =>
      resultOf(one) === resultOf(told) &&
      isPass(one) === isPass(told) &&
      (one.step === 'ends') === (told.step === 'ends') &&
      !one.webhooks.has(told.moved.webhook.key),
  )
  if (!same) {
    known.push(told)
    return
  }
  for (const [key, name] of told.webhooks) same.webhooks.set(key, name)
  if (told.step === 'begins') same.step = 'begins'
}

const inPlace = (told: readonly Told[], goingOn: readonly number[]): Told[] => {
  const telling = tellingBefore(told, goingOn)
  const joined: Told[] = []
  for (const moment of momentsOf(told)) {
    for (const { step, moved } of moment) if (step === 'ends') telling.delete(moved.webhook.key)
    const goesOn = telling.size > 0
    for (const { step, moved } of moment) if (step === 'begins') telling.add(moved.webhook.key)
    for (const one of moment)
      if (one.step !== 'ends' || telling.size === 0)
        join(joined, one.step === 'begins' && goesOn ? { ...one, step: 'goes-on' } : one)
  }
  return joined
}

/** The alerts that told of an outage before all this: what they did is undone from the end. */
const tellingBefore = (told: readonly Told[], goingOn: readonly number[]): Set<number> => {
  const telling = new Set(goingOn)
  for (const one of [...told].reverse())
    if (one.step === 'begins') telling.delete(one.moved.webhook.key)
    else if (!isPass(one)) telling.add(one.moved.webhook.key)
  return telling
}

/** What is told at each moment, in order: results that arrive together may end an outage and begin the next. */
const momentsOf = (told: readonly Told[]): Iterable<Told[]> =>
  grouped(
    [...told].sort((a, b) => momentOf(a) - momentOf(b)),
    ({ decision }) => decision.resultId,
  ).values()

const momentOf = ({ decision }: Told): number => runOfId(decision.resultId)?.due ?? 0
