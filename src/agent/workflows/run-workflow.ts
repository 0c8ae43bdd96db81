import { Cookies } from '../runner/cookies.ts'
import { packDetail } from '../runner/pack.ts'
import { bareDetail, noTime, type Report } from '../runner/report.ts'
import type { Job } from '../runner/request.ts'
import type { RunOptions } from '../runner/run-call.ts'
import { Secrecy } from '../runner/secrecy.ts'
import { CarriedVariables } from './carried-variables.ts'
import { lightDetails } from './light-details.ts'
import type { WorkflowJob } from './workflow-job.ts'
import { type StepOutcome, workflowReport } from './workflow-report.ts'

type Step = WorkflowJob['workflow']['steps'][number]

/** Makes one step; `runCall` for calls. Always resolves. */
export type RunStep = (job: Job, options: RunOptions) => Promise<Report>

/**
 * Makes the steps of a workflow one after another, in one go. The first step that fails ends the workflow if it says so; steps marked as
 * teardown run all the same. Each step has its own timeout, so the workflow takes no longer than all of them together. Always resolves:
 * whatever happens to a step is in its report.
 */
export const runWorkflow = async (job: WorkflowJob, options: RunOptions, runStep: RunStep): Promise<Report> => {
  const { steps, handle_cookies, stop_on_failure } = job.workflow
  const carried = new CarriedVariables(job)
  const cookies = handle_cookies ? new Cookies() : null
  const startedMs = (options.clock?.epochMs ?? Date.now)()
  const messages: string[] = []
  const outcomes: StepOutcome[] = []
  let hasStopped = false
  for (const [index, step] of steps.entries()) {
    const { name, teardown } = step
    const isSkipped = hasStopped && !teardown
    const session = {
      cookies,
      take: (set: Parameters<CarriedVariables['take']>[0]) => {
        for (const variable of carried.take(set))
          messages.push(`step ${index + 1} “${name}” did not set ${variable}: its value is a masked secret`)
      },
    }
    const report = isSkipped
      ? await skipped(step, options)
      : step.job && (await runStep(carried.jobOf(step.job), { ...options, session }))
    outcomes.push({ index, name, report })
    const hasFailed = report === null ? !isSkipped : report.result_category === 'FAIL'
    if (hasFailed && stop_on_failure) hasStopped = true
  }
  const light = await lightDetails(outcomes.flatMap(({ report }) => report ?? []))
  const byId = new Map(light.map((report) => [report.id, report]))
  const first = steps.find(({ job: stepJob }) => stepJob)?.job
  return workflowReport(job, {
    startedMs,
    outcomes: outcomes.map((each) => ({ ...each, report: each.report && (byId.get(each.report.id) ?? each.report) })),
    messages,
    set: carried.names,
    last: first ? carried.jobOf(first) : null,
  })
}

/** The report of a step that is not made, because an earlier one failed; null if its monitor is missing. */
const skipped = async ({ job }: Step, options: RunOptions): Promise<Report | null> => {
  if (!job) return null
  const { method, url } = job.call
  const sentence = 'an earlier step failed, so the call was not made'
  const detail = new Secrecy(job, null).maskAll({
    ...bareDetail({ method, url, sentence: '', debug: '' }),
    messages: [sentence],
    exception: null,
    exception_debug: null,
    exception_type: 'skipped' as const,
  })
  return {
    id: job.id,
    started: new Date((options.clock?.epochMs ?? Date.now)()).toISOString(),
    result_category: 'SKIPPED',
    result: 'STEP_SKIPPED',
    http_code: null,
    timing: noTime,
    request_size: 0,
    response_size: 0,
    dest_ip: null,
    exception_type: 'skipped',
    detail: await packDetail(detail),
  }
}
