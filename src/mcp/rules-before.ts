import type { Headless } from '../commands/headless/headless.ts'
import type { EndpointName } from '../contract/contract.ts'
import { type WebhookBefore, type WebhookDraft, webhookProblems } from '../domain/alerts/webhook-rules.ts'
import { conditionProblems } from '../domain/conditions/condition-rules.ts'
import type { Problem } from '../domain/core/problem.ts'
import { parseTime } from '../domain/core/wire-time.ts'
import {
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeDraft,
  type DowntimeTimes,
  downtimeProblems,
  pastProblems,
} from '../domain/downtimes/downtime-rules.ts'
import {
  environmentNameProblems,
  type VariableDraft,
  variableNameProblems,
  variableProblems,
} from '../domain/environments/variable-rules.ts'
import { type IncidentDraft, incidentProblems } from '../domain/incidents/incident-rules.ts'
import { browserTestProblems } from '../domain/monitors/browser-test-rules.ts'
import { monitorProblems } from '../domain/monitors/monitor-rules.ts'
import { sloProblems } from '../domain/objectives/objective-rules.ts'
import { reportProblems } from '../domain/reports/report-rules.ts'
import { scheduleProblems } from '../domain/schedules/schedule-rules.ts'
import { MASK } from '../domain/secrets/masking.ts'
import { statusPageProblems } from '../domain/status/status-page-rules.ts'
import { workflowProblems } from '../domain/workflows/workflow-rules.ts'

/** The input that an endpoint is about to be given. */
export type Input = { readonly params?: object; readonly body?: unknown }
type Asking = { readonly call: Headless['call']; readonly nowMs: number }

/** Field errors of what an endpoint is about to be given. */
type Rule = (input: Input, asking: Asking) => Promise<readonly Problem[]>

// A command gives an endpoint the body that its declaration describes; found by name, it has no type here.
const of =
  <Body>(problemsOf: (body: Body) => readonly Problem[]): Rule =>
  async ({ body }) =>
    problemsOf(body as Body)

// A command gives an endpoint the path that its declaration describes.
const idIn = ({ params }: Input) => ({ params: params as { id: string } })

const ofTimes = (before: DowntimeTimes | null, draft: DowntimeDraft, nowMs: number): readonly Problem[] => {
  const times = changedTimes(before ?? DOWNTIME_DEFAULTS.times, draft)
  return [...downtimeProblems(draft.name, times, ''), ...pastProblems(before, times, nowMs, '')]
}

type WrittenDowntime = { readonly meta?: object; readonly schedule?: object; readonly downtime?: object }

const draftIn = ({ meta, schedule, downtime }: WrittenDowntime): DowntimeDraft => ({
  ...meta,
  ...schedule,
  ...downtime,
})

/** An alert as it is read. A secret address is a mask, which is of no origin: with a new one, it says nothing. */
const alertBefore = (
  { web_hook_type, parameters }: WebhookBefore,
  { parameters: given }: WebhookDraft,
): WebhookBefore => {
  const { url, ...others } = parameters
  return { web_hook_type, parameters: url === MASK && given?.url !== undefined ? others : parameters }
}

const ofIncident =
  (hasEnd: boolean): Rule =>
  async (input, { call, nowMs }) => {
    const end = hasEnd ? (await call('incident.read', idIn(input))).ended : null
    return incidentProblems(input.body as IncidentDraft, { now: nowMs, ended: end === null ? null : parseTime(end) })
  }

/** Rules of the domain by the endpoint that applies them, as far as they need nothing but the object itself. */
export const RULES: Partial<Record<EndpointName, Rule>> = {
  'downtime.create': async ({ body }, { nowMs }) => ofTimes(null, draftIn(body as WrittenDowntime), nowMs),
  'downtime.update': async (input, { call, nowMs }) => {
    const { schedule } = await call('downtime.read', idIn(input))
    return ofTimes(schedule, draftIn(input.body as WrittenDowntime), nowMs)
  },
  'organization-downtime.create': async ({ body }, { nowMs }) => ofTimes(null, body as DowntimeDraft, nowMs),
  'organization-downtime.update': async ({ params, body }, { call, nowMs }) =>
    ofTimes(
      await call('organization-downtime.read-one', { params: params as { org: string; id: string } }),
      body as DowntimeDraft,
      nowMs,
    ),
  'monitor.create': of(monitorProblems),
  'monitor.update': of(monitorProblems),
  'monitor.judge': of(conditionProblems),
  'project-conditions.replace': of<Parameters<typeof conditionProblems>[0]>((set) =>
    conditionProblems(set, { isOfProject: true }),
  ),
  'browser-test.update': of(browserTestProblems),
  'schedule.update': of(scheduleProblems),
  'workflow.update': of(workflowProblems),
  'webhook.create': of(webhookProblems),
  'webhook.update': async (input, { call }) => {
    const draft = input.body as WebhookDraft
    return webhookProblems(draft, alertBefore(await call('webhook.read', idIn(input)), draft))
  },
  'objective.replace': of<Partial<Parameters<typeof sloProblems>[0]>>(({ objectives = [], thresholds = [], ...tags }) =>
    sloProblems({ include_tags: [], exclude_tags: [], ...tags, objectives, thresholds }),
  ),
  'environment.create': of<{ name: string }>(({ name }) => environmentNameProblems(name)),
  'environment.rename': of<{ name: string }>(({ name }) => environmentNameProblems(name)),
  'variable.rename': of<{ name: string }>(({ name }) => variableNameProblems(name)),
  'variable.set': async ({ params, body }, { call }) => {
    const { workspace, name } = params as { workspace: string; name: string }
    const named = [...environmentNameProblems(workspace, 'workspace'), ...variableNameProblems(name)]
    if (named.length > 0) return named
    // One that is not there yet is a new one.
    const found = await call('variable.value', { params: { workspace, name } }).catch(() => null)
    return variableProblems(name, body as VariableDraft, found?.workspace_variable ?? null)
  },
  'incident.create': ofIncident(false),
  'incident.update': ofIncident(true),
  'incident.post': ofIncident(false),
  'incident.resolve': ofIncident(false),
  'incident.reopen': ofIncident(false),
  'report.update': async (input, { call }) => {
    const { report } = await call('report.read', idIn(input))
    return reportProblems(input.body as Parameters<typeof reportProblems>[0], report)
  },
  'status-page.replace': of(statusPageProblems),
}
