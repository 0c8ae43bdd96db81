import { STATUS_CODES } from 'node:http'
import type { AlertEffect } from '../../../machines/alerts/alert.ts'
import { alertContext } from '../../domain/alerts/alert-context.ts'
import type { AlertedStep } from '../../domain/alerts/alerted-steps.ts'
import { type AlertPayload, alertPayload, signalPayload, silencePayload } from '../../domain/alerts/alerting.ts'
import type { ResultUrl } from '../../domain/results/result-url.ts'
import { silenceStepOf } from '../../domain/silence/silence-id.ts'
import { allLocations } from '../store/agents/locations.ts'
import type { SignalDoc } from '../store/alerts/signals.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories, exceptionOf, reasons } from '../store/identity/codes.ts'
import type { ResultDetail, ResultStore } from '../store/results/result-store.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { alertedSteps } from './alerted-steps.ts'
import type { AlertTarget } from './targets.ts'

export type MessageContext = {
  results: ResultStore
  now: number
  resultUrl: ResultUrl
  /** The results that were just judged. */
  fresh: readonly ResultRow[]
}

type Surroundings = Pick<MessageContext, 'resultUrl'>

/** A result with all that a message says of it. */
type Told = {
  readonly result: ResultRow
  readonly variables: Readonly<Record<string, string>>
  readonly steps: readonly AlertedStep[]
  readonly exception: string | null
}

/**
 * Builds the bodies of messages. The many alerts that tell of one result share what is read of it, and the body where they say the same.
 * Null for a result that is gone.
 */
export const openBodies = async (
  db: Db,
  context: MessageContext,
  moved: readonly AdvancedAlert[],
): Promise<(target: AlertTarget, effect: AlertEffect) => Promise<AlertPayload | null>> => {
  const { results, now: _, ...about } = context
  const fresh = new Map(context.fresh.map((result) => [idOfRun(result), result]))
  const told = new Set(moved.flatMap(({ effects }) => effects.map(({ resultId }) => resultId)))
  const details = await results.details(
    db,
    [...told].flatMap((id) => fresh.get(id) ?? []),
  )
  const locations = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
  const known = new Map<string, Promise<Told | null>>()
  const find = async ({ project_key }: AlertTarget, id: string): Promise<Told | null> => {
    const result = fresh.get(id) ?? (await results.read(db, project_key, id))
    if (!result) return null
    // A detail that cannot be read does not keep the alert from being sent.
    const detail = fresh.has(id) ? details.get(id) : await results.detail(db, result).catch(() => undefined)
    return {
      result,
      variables: variablesOf(detail),
      steps: await alertedSteps(db, result, detail),
      exception: detail?.exception ?? null,
    }
  }
  const toldOf = (target: AlertTarget, id: string): Promise<Told | null> => {
    const found = known.get(id) ?? find(target, id)
    known.set(id, found)
    return found
  }
  const bodies = new Map<string, AlertPayload>()
  return async (target, effect) => {
    const { resultId, type, inARow } = effect
    if (target.signal) return signalBody(target, target.signal, effect, about)
    const silence = silenceStepOf(resultId) && runOfId(resultId)
    if (silence) return silenceBody(target, locations.get(silence.location_key) ?? '', resultId, about)
    const key = `${resultId} ${type} ${inARow}`
    const found = bodies.get(key)
    if (found) return found
    const of = await toldOf(target, resultId)
    if (!of) return null
    const body = payloadOf(target, of, locations.get(of.result.location_key) ?? '', { ...about, ...effect })
    bodies.set(key, body)
    return body
  }
}

/** The page of a monitor or workflow is on the same server as its results. */
const silenceBody = (
  target: AlertTarget,
  location: string,
  stepId: string,
  { resultUrl }: Surroundings,
): AlertPayload => {
  const address = new URL(resultUrl(stepId, target.project_id))
  address.pathname = `/${target.kind === 'workflow' ? 'runs/run' : 'tests/test'}/${target.id}/`
  return silencePayload({ monitor: target, locationId: location, stepId, monitorUrl: address.href })
}

/** Says what a standing condition says now; its recovery, what is so after it. */
const signalBody = (
  target: AlertTarget,
  { kind, monitor_id, page, text, calm }: SignalDoc,
  { resultId, type }: AlertEffect,
  { resultUrl }: Surroundings,
): AlertPayload => {
  const address = new URL(resultUrl(resultId, target.project_id))
  address.pathname = page
  const subject = { ...target, id: monitor_id ?? target.id }
  const condition = type === 'notify' ? text : calm
  return signalPayload({ kind, subject, condition, stepId: resultId, pageUrl: address.href })
}

/** The variables of a run as its agent reported them, masked: those that it began with, and those that conditions set. */
const variablesOf = (detail: ResultDetail | undefined): Record<string, string> =>
  alertContext({ ...detail?.variables?.initial, ...detail?.variables?.set })

const payloadOf = (
  target: AlertTarget,
  { result, variables, steps, exception }: Told,
  locationId: string,
  about: Surroundings & Pick<AlertEffect, 'type' | 'inARow' | 'resultId'>,
): AlertPayload =>
  alertPayload({
    monitor: target,
    run: {
      resultId: about.resultId,
      category: categories.name(result.category),
      reason: reasons.name(result.reason),
      httpCode: result.http_code,
      httpReason: result.http_code === null ? null : (STATUS_CODES[result.http_code] ?? null),
      locationId,
      responseSizeBytes: result.response_size,
      responseTimeMs: result.total,
      url: result.url ?? target.url,
      exceptionType: exceptionOf(result),
      exception,
    },
    kind: about.type,
    inARow: about.inARow,
    context: variables,
    steps,
    resultUrl: about.resultUrl(about.resultId, target.project_id, target.kind === 'workflow' ? 'workflow' : 'monitor'),
  })
