import { passedOn } from '../../domain/alerts/alert-context.ts'
import { type AlertMessage, sentenceOf } from '../../domain/alerts/alert-message.ts'
import type { ALERT_VARIABLES } from '../../domain/environments/used-variables.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { requestRun } from '../dispatch/on-demand.ts'
import { requestWorkflowRun } from '../dispatch/workflow-requests.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { monitors } from '../store/monitors/monitors.ts'
import { workflows } from '../store/workflows/workflows.ts'
import type { Outcome } from './deliver.ts'

export type StartRun = (asked: {
  projectKey: number
  target: { readonly kind: 'monitor' | 'workflow'; readonly id: string }
  message: AlertMessage
  now: number
}) => Promise<Outcome>

const gone = (error: string): Outcome => ({ ok: false, httpCode: null, error, isPermanent: true })

/** Variables through which the started monitor or workflow reads about the failed one. */
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

/** Starts monitors and workflows for alerts. These runs raise no alerts, so that they cannot start each other in a loop. */
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
  async ({ projectKey, target: { kind, id }, message, now }) => {
    const asked = {
      locationId: null,
      delayMs: 0,
      variables: variablesOf(message),
      sealing,
      trigger: 'manual',
      byAlert: true,
      now,
    } as const
    const { name, run } = await database.db.transaction().execute(async (trx) => {
      if (kind === 'workflow') {
        const workflow = await workflows.readForChange(trx, projectKey, id)
        return { name: workflow?.name, run: workflow && (await requestWorkflowRun(trx, workflow, asked)) }
      }
      const target = await monitors.read(trx, projectKey, id)
      return { name: target?.name, run: target && (await requestRun(trx, { ...asked, target })) }
    })
    if (!run) return gone(`The ${kind} that this alert starts no longer exists.`)
    // A workflow that is set up wrongly stays so, and one that is still running is not started again later.
    if (run instanceof Refusal)
      return { ok: false, httpCode: null, error: run.message, isPermanent: kind === 'workflow' && run.status < 500 }
    dispatch.wake(run.location_key)
    return { ok: true, httpCode: null, error: null, detail: `“${name}” was started at ${run.location_id}.` }
  }
