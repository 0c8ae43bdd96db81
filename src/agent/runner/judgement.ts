import type { Shape } from '../../contract/core/endpoint.ts'
import type { report } from '../../contract/results/results.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { sourceRule } from '../../domain/conditions/sources.ts'
import type { Classification } from '../../domain/results/classify.ts'
import type { Barred, JudgeTask } from '../judge/judge-task.ts'
import { JUDGED_BODY_BYTES, KEPT_BODY_BYTES } from './captured-body.ts'
import type { Finished } from './finished.ts'
import type { ReadBody } from './read-body.ts'
import type { Job } from './request.ts'
import type { Secrecy } from './secrecy.ts'
import { takesSecret } from './secret-guard.ts'
import type { Detail } from './trace.ts'

const enabledIn = ({ conditions, project_conditions }: Job): Condition[] =>
  [...(project_conditions?.conditions ?? []), ...conditions.conditions].filter(({ enabled }) => enabled !== false)

/** Bytes of a body that a run keeps in memory: more if a condition is about the body. */
export const seenBytes = (job: Job): number =>
  enabledIn(job).some(({ source }) => sourceRule(source).group === 'body') ? JUDGED_BODY_BYTES : KEPT_BODY_BYTES

/** Whether a condition of the job is about the certificate chain. */
export const asksChain = (job: Job): boolean =>
  enabledIn(job).some(({ source, property }) => source === 'tls' && (property ?? '').includes('chain'))

/**
 * The input of the judgement: the masked response and masked variables, so that conditions see the same masks as people. Otherwise the answers to
 * many conditions, or the beginning of the actual value, could spell out a secret.
 */
export const judgeTask = (finished: Finished, told: Detail, read: ReadBody, secrecy: Secrecy): JudgeTask => {
  const { job, trace, page } = finished
  const { meta, conditions } = job.conditions
  const masked = (list: typeof conditions) => list.map((one) => ({ ...one, ...secrecy.maskAll(askedIn(one)) }))
  const common = job.project_conditions
  return {
    project: job.project ?? null,
    outcome: {
      exceptionType: finished.failure?.type ?? null,
      skippedFor: finished.failure?.skippedFor,
      httpCode: finished.response?.head.statusCode ?? null,
      timing: finished.timing,
      responseSize: finished.response?.body.size ?? 0,
      headers: told.response?.headers ?? [],
      body: seenText(finished, told, read, secrecy),
      isCut: read.truncated,
      ...(read.message !== null && { unread: `${read.message.charAt(0).toUpperCase()}${read.message.slice(1)}.` }),
      url: told.response?.url ?? '',
      redirects: trace.redirects.length,
      tls: told.tls,
      startedMs: finished.startedMs,
      ...(page && { vitals: page.browser.vitals }),
    },
    conditions: { meta, conditions: masked(conditions) },
    common: common && { ...common, conditions: masked(common.conditions) },
    variables: secrecy.maskAll(told.variables.initial),
    page: page && secrecy.maskAll(page.findings),
    refused: refusedOf(finished, secrecy),
  }
}

const ELSEWHERE =
  'Not tested: it would compare a secret with a response of another origin than those that it was entered for.'

/** Conditions that would compare a secret with the response of an origin that it may not be sent to, as after a redirect. */
const refusedOf = ({ job, response }: Finished, secrecy: Secrecy): Barred => {
  const allowed = job.secret_origins
  if (!response || allowed === undefined || allowed.includes(response.url.origin)) return new Map()
  const texts = [...(job.project_conditions?.conditions ?? []), ...job.conditions.conditions].map(
    ({ property, val, val2 }) => [property, val, val2].join('\n'),
  )
  return new Map(
    texts.flatMap((text, position): [number, string][] =>
      takesSecret(job, text) || secrecy.holdsSecret(text) ? [[position, ELSEWHERE]] : [],
    ),
  )
}

/** The text that conditions see, also of a body that people see as bytes. It goes beyond that of the result if a condition is about the body. */
const seenText = ({ failure }: Finished, { response }: Detail, read: ReadBody, secrecy: Secrecy): string | null => {
  if (!response || read.text === null) return null
  const isShown = read.bytes.length <= KEPT_BODY_BYTES && response.body_encoding === 'text'
  if (isShown) return response.body
  return secrecy.maskAll(read.truncated || failure ? secrecy.cutText(read.text) : read.text)
}

const askedIn = ({ name, property, val, val2 }: Condition) => ({
  ...(name !== undefined && { name }),
  ...(property && { property }),
  ...(val !== undefined && { val }),
  ...(val2 !== undefined && { val2 }),
})

/** Variables that conditions set, for the store: those of the run alone are only shown. */
export const storedVariables = (set: Classification['set'] = []): NonNullable<Shape<typeof report>['set_variables']> =>
  set.flatMap(({ name, value, scope }) => (scope === 'workflow' ? [] : [{ name, value, scope }]))
