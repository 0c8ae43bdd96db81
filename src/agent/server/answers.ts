import type { agents } from '../../contract/agents/agents.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { parseTime } from '../../domain/core/wire-time.ts'
import type { NewToken } from '../runner/auth/token-renewal.ts'
import type { Job } from '../runner/request.ts'
import type { AgentJob, WorkflowJob } from '../workflows/workflow-job.ts'

/*
 * Checks the fields of the server's responses that the agent depends on. They are written by hand, because arktype would cost each
 * agent half a second at start-up and a third of its memory.
 */

export type Registered = AnswerOf<(typeof agents)['agent.register']>
export type Work = {
  jobs: AgentJob[]
  serverTimeMs: number
  leaseSeconds: number
  maxBodyBytes: number
  /** The server asks the agent to replace its key. */
  mustRotate: boolean
  /** The number of the order to forget; null without one. */
  forget: number | null
}
export type Receipt = AnswerOf<(typeof agents)['agent.results']>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
const isPairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item) => isObject(item) && typeof item.key === 'string' && typeof item.value === 'string')

const isCall = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.method === 'string' &&
  typeof value.url === 'string' &&
  isPairs(value.parameters) &&
  isPairs(value.headers) &&
  (value.body === null || typeof value.body === 'string') &&
  typeof value.follow_redirects === 'boolean' &&
  typeof value.verify_tls === 'boolean' &&
  typeof value.timeout_ms === 'number' &&
  value.timeout_ms >= 1

/** The hash names a file of the agent's directory, so it is nothing but a hash. */
const isFile = (value: unknown): boolean =>
  isObject(value) &&
  isTexts([value.id, value.name, value.media_type]) &&
  typeof value.size === 'number' &&
  typeof value.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(value.sha256)

const isJob = (value: unknown): value is Job =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.due === 'string' &&
  parseTime(value.due) !== null &&
  isCall(value.call) &&
  isObject(value.variables) &&
  isTexts(Object.values(value.variables)) &&
  isTexts(value.secrets) &&
  [value.secret_fields, value.secret_origins, value.secret_variables].every((list) => isTexts(list ?? [])) &&
  (value.files === undefined || (Array.isArray(value.files) && value.files.every(isFile))) &&
  isObject(value.conditions) &&
  isObject(value.conditions.meta) &&
  Array.isArray(value.conditions.conditions)

const isStep = (value: unknown): boolean =>
  isObject(value) &&
  isTexts([value.call_id, value.name]) &&
  typeof value.teardown === 'boolean' &&
  (value.job === null || isJob(value.job))

const isWorkflowJob = (value: unknown): value is WorkflowJob =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.due === 'string' &&
  parseTime(value.due) !== null &&
  isObject(value.workflow) &&
  typeof value.workflow.handle_cookies === 'boolean' &&
  typeof value.workflow.stop_on_failure === 'boolean' &&
  isTexts(value.workflow.context) &&
  Array.isArray(value.workflow.steps) &&
  value.workflow.steps.every(isStep)

const isAgentJob = (value: unknown): value is AgentJob => isWorkflowJob(value) || isJob(value)

/** A key travels in a header of every request: with a line break in it, none of them could be sent. */
const isKey = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value)

/** Checks a registration response; null if it is invalid. */
export const registeredOf = (json: unknown): Registered | null => {
  if (!isObject(json)) return null
  const { agent_id, location_id, agent_key, server_time } = json
  const areTexts =
    typeof agent_id === 'string' &&
    typeof location_id === 'string' &&
    isKey(agent_key) &&
    typeof server_time === 'string'
  return areTexts ? { agent_id, location_id, agent_key, server_time } : null
}

/** Checks the answer with a new key; null if it is invalid. */
export const newKeyOf = (json: unknown): string | null =>
  isObject(json) && isKey(json.agent_key) ? json.agent_key : null

/** Checks the answer with a token that was obtained anew, or with the reason why there is none; null if it is invalid. */
export const renewedTokenOf = (json: unknown): NewToken | string | null => {
  if (!isObject(json)) return null
  const { token, issued, origins, reason } = json
  if (typeof token === 'string' && isTexts(origins))
    return { token, issued: typeof issued === 'number' ? issued : null, origins }
  return typeof reason === 'string' ? reason : null
}

/** Checks leased jobs; null if the response is invalid. `strange` is the number of jobs that this agent does not understand. */
export const workOf = (json: unknown): (Work & { strange: number }) | null => {
  if (!isObject(json) || !Array.isArray(json.jobs) || typeof json.server_time !== 'string') return null
  const serverTimeMs = parseTime(json.server_time)
  if (serverTimeMs === null || typeof json.lease_seconds !== 'number' || !(json.lease_seconds > 0)) return null
  const jobs = json.jobs.filter(isAgentJob)
  // Servers before 0.5 store no bodies.
  const maxBodyBytes = typeof json.max_body_bytes === 'number' && json.max_body_bytes > 0 ? json.max_body_bytes : 0
  return {
    jobs,
    serverTimeMs,
    leaseSeconds: json.lease_seconds,
    maxBodyBytes,
    mustRotate: json.rotate_key === true,
    forget: typeof json.forget === 'number' ? json.forget : null,
    strange: json.jobs.length - jobs.length,
  }
}

/** Checks a receipt for results; null if it is invalid. */
export const receiptOf = (json: unknown): Receipt | null => {
  if (!isObject(json) || !isTexts(json.accepted) || !Array.isArray(json.refused)) return null
  const refused = json.refused.flatMap((item: unknown) =>
    isObject(item) && typeof item.id === 'string' ? [{ id: item.id, reason: String(item.reason) }] : [],
  )
  return { accepted: json.accepted, refused }
}
