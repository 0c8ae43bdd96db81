import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { sql } from 'kysely'
import type { AlertEffect } from '../../../machines/alerts/alert.ts'
import { alertContext } from '../../domain/alerts/alert-context.ts'
import { PLAIN_POLICY } from '../../domain/alerts/alert-policy.ts'
import type { AlertedStep } from '../../domain/alerts/alerted-steps.ts'
import { type AlertPayload, alertPayload, silencePayload } from '../../domain/alerts/alerting.ts'
import { remarkOf } from '../../domain/alerts/news-remark.ts'
import { recipientsIn } from '../../domain/alerts/webhook-types.ts'
import type { ResultUrl } from '../../domain/results/result-url.ts'
import { silenceStepOf } from '../../domain/silence/silence-id.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow, RunColumns } from '../store/core/tables.ts'
import { categories, reasons } from '../store/identity/codes.ts'
import type { ListedResult } from '../store/results/result-search.ts'
import type { ResultDetail, ResultStore } from '../store/results/result-store.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { alertedSteps } from './alerted-steps.ts'
import type { AlertTarget } from './targets.ts'

type Context = {
  results: ResultStore
  now: number
  resultUrl: ResultUrl
  fresh: readonly ResultRow[]
}

/**
 * Queues the machine's effects as deliveries. A message's id is derived from webhook, result and kind, so that the same event is never
 * queued twice. Mail and text messages are one delivery per recipient, without those that unsubscribed. Returns how many were queued.
 */
export const queueDeliveries = async (db: Db, context: Context, moved: readonly AdvancedAlert[]): Promise<number> => {
  const fresh = new Map(context.fresh.map((result) => [idOfRun(result), result]))
  const locations = new Map<number, string>()
  const bodyOf = async (target: AlertTarget, effect: AlertEffect): Promise<AlertPayload | null> => {
    const { resultId } = effect
    const silence = silenceStepOf(resultId) && runOfId(resultId)
    if (silence) return silenceBody(target, await locationId(db, locations, silence), resultId, context)
    const result = fresh.get(resultId) ?? (await context.results.read(db, target.project_key, resultId))
    if (!result) return null
    // A detail that cannot be read does not keep the alert from being sent.
    const detail = await context.results.detail(db, result).catch(() => undefined)
    const steps = await alertedSteps(db, result, detail)
    const location = await locationId(db, locations, result)
    return payloadOf(target, result, location, { ...context, ...effect, variables: variablesOf(detail), steps })
  }
  const rows: object[] = []
  for (const { webhook, target, effects } of moved)
    for (const effect of effects) {
      const plain = await bodyOf(target, effect)
      if (!plain) continue
      const remark = remarkOf(effect, webhook.doc.policy ?? PLAIN_POLICY)
      const body = remark === null ? plain : { ...plain, note: remark }
      const row = {
        p: target.project_key,
        w: webhook.key,
        i: webhook.id,
        t: target.key,
        k: effect.type === 'notify' ? 'alert' : 'recovery',
        b: body,
        r: effect.momentId ?? effect.resultId,
        n: effect.inARow,
        s: effect.sinceMs,
      }
      const message = `msg_${webhook.id}_${effect.momentId ?? effect.resultId}_${effect.type}`
      for (const to of recipientsIn(webhook.doc.web_hook_type, webhook.doc.parameters))
        rows.push(to === null ? { ...row, m: message, a: null } : { ...row, m: `${message}_${markOf(to)}`, a: to })
    }
  if (rows.length === 0) return 0
  await sql`insert into delivery (message_id, project_key, webhook_key, target_key, kind, payload, created, next_try, recipient,
      result_id, in_a_row, since)
    select m, p, w, t, k, b, ${context.now}::bigint, ${context.now}::bigint, a, r, n, s
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      m text, p int, w int, i text, t int, k text, b jsonb, a text, r text, n int, s bigint)
    where a is null or not exists (select 1 from mail_unsubscribed u where u.webhook_id = i and u.address = lower(a))
    on conflict (message_id) do nothing`.execute(db)
  // Retries older waiting deliveries too: the receiver may be back, and messages keep their order.
  await sql`update delivery set next_try = ${context.now} from json_to_recordset(${JSON.stringify(rows)}::json) as row(w int, t int)
    where state = 0 and webhook_key = row.w and target_key = row.t and next_try > ${context.now} and last_try is not null`.execute(
    db,
  )
  return rows.length
}

const markOf = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 10)

const locationId = async (
  db: Db,
  known: Map<number, string>,
  result: Pick<RunColumns, 'location_key'> | ListedResult,
): Promise<string> => {
  if ('location_id' in result) return result.location_id
  const id = known.get(result.location_key)
  if (id !== undefined) return id
  const row = await db.selectFrom('location').select('id').where('key', '=', result.location_key).executeTakeFirst()
  known.set(result.location_key, row?.id ?? '')
  return row?.id ?? ''
}

/** The page of a monitor or workflow is on the same server as its results. */
const silenceBody = (target: AlertTarget, location: string, stepId: string, { resultUrl }: Context): AlertPayload => {
  const address = new URL(resultUrl(stepId, target.project_id))
  address.pathname = `/${target.kind === 'workflow' ? 'runs/run' : 'tests/test'}/${target.id}/`
  return silencePayload({ monitor: target, locationId: location, stepId, monitorUrl: address.href })
}

/** The variables of a run as its agent reported them, masked: those that it began with, and those that conditions set. */
const variablesOf = (detail: ResultDetail | undefined): Record<string, string> =>
  alertContext({ ...detail?.variables?.initial, ...detail?.variables?.set })

const payloadOf = (
  target: AlertTarget,
  result: ResultRow,
  locationId: string,
  about: Pick<Context, 'resultUrl'> &
    Pick<AlertEffect, 'type' | 'inARow' | 'resultId'> & {
      readonly variables: Readonly<Record<string, string>>
      readonly steps: readonly AlertedStep[]
    },
) =>
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
    },
    kind: about.type,
    inARow: about.inARow,
    context: about.variables,
    steps: about.steps,
    resultUrl: about.resultUrl(about.resultId, target.project_id, target.kind),
  })
