import { passedOn } from '../../domain/alerts/alert-context.ts'
import { type AlertMessage, sentenceOf } from '../../domain/alerts/alert-message.ts'
import type { ALERT_VARIABLES } from '../../domain/environments/used-variables.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { requestRun } from '../dispatch/on-demand.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { monitors } from '../store/monitors/monitors.ts'
import type { Outcome } from './deliver.ts'

export type StartRun = (asked: {
  projectKey: number
  callId: string
  message: AlertMessage
  now: number
}) => Promise<Outcome>

const gone = (error: string): Outcome => ({ ok: false, httpCode: null, error, isPermanent: true })

/** Variables through which the started monitor reads about the failed one. */
const variablesOf = (message: AlertMessage): Record<string, string> => {
  const { payload, kind } = message
  const ofAlert: Record<(typeof ALERT_VARIABLES)[number], string> = {
    ALERT_KIND: kind,
    ALERT_TEXT: sentenceOf(message),
    ALERT_CALL_ID: payload.call_id,
    ALERT_CALL_NAME: payload.call_meta.name,
    ALERT_RESULT: payload.result,
    ALERT_RESULT_CLASS: payload.result_class,
    ALERT_RESULT_ID: payload.result_id,
    ALERT_HTTP_CODE: payload.http_code === null ? '' : String(payload.http_code),
    ALERT_LOCATION_ID: payload.location_id,
  }
  return { ...passedOn(payload.context), ...ofAlert }
}

/** Starts monitors for alerts. These runs raise no alerts, so that they cannot start each other in a loop. */
export const openStartRun =
  ({
    database,
    dispatch,
    sealing,
  }: {
    database: Database
    dispatch: Pick<Dispatch, 'wake'>
    sealing: SecretCipher
  }): StartRun =>
  async ({ projectKey, callId, message, now }) => {
    const target = await monitors.read(database.db, projectKey, callId)
    if (!target) return gone('The monitor that this alert starts no longer exists.')
    const run = await requestRun(database.db, {
      target,
      locationId: null,
      delayMs: 0,
      variables: variablesOf(message),
      sealing,
      trigger: 'manual',
      byAlert: true,
      now,
    })
    if (run instanceof Refusal) return { ok: false, httpCode: null, error: run.message }
    dispatch.wake(run.location_key)
    return { ok: true, httpCode: null, error: null, detail: `“${target.name}” was started at ${run.location_id}.` }
  }
