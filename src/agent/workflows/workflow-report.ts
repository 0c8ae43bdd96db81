import { packDetail } from '../runner/pack.ts'
import { bareDetail, noTime, type Report } from '../runner/report.ts'
import type { Job } from '../runner/request.ts'
import { Secrecy } from '../runner/secrecy.ts'
import type { Detail } from '../runner/trace.ts'
import type { WorkflowJob } from './workflow-job.ts'

type StepReport = Omit<Report, 'steps'>
type Judged = Pick<StepReport, 'result_category' | 'result' | 'http_code' | 'exception_type'>

/** The outcome of a step; `report` is null if its monitor was missing. */
export type StepOutcome = { readonly index: number; readonly name: string; readonly report: StepReport | null }

const SEVERITY: readonly string[] = ['SKIPPED', 'PASS', 'SLOW', 'WARNING', 'FAIL']

/** A step whose monitor was deleted fails as a call that is set up wrongly does. */
const MISSING: Judged = {
  result_category: 'FAIL',
  result: 'CONNECTION_ERROR',
  http_code: null,
  exception_type: 'api_setup',
}

/** Column limit of the server, in bytes. */
const LARGEST_BYTES = 2 ** 31 - 1

/** The first of the worst steps, which decides the category of the workflow. */
const decidingOf = (outcomes: readonly StepOutcome[]): StepOutcome | null => {
  const severityOf = ({ report }: StepOutcome) => SEVERITY.indexOf((report ?? MISSING).result_category)
  return outcomes.reduce<StepOutcome | null>(
    (worst, each) => (worst === null || severityOf(each) > severityOf(worst) ? each : worst),
    null,
  )
}

const timingOf = (reports: readonly StepReport[]): Report['timing'] => {
  const sum = { ...noTime }
  for (const { timing } of reports)
    for (const phase of Object.keys(sum) as (keyof typeof sum)[]) sum[phase] += timing[phase]
  return sum
}

const lineOf = ({ index, name, report }: StepOutcome): string => {
  const where = `step ${index + 1} “${name}”`
  if (!report) return `${where}: its monitor was deleted`
  if (report.result === 'STEP_SKIPPED') return `${where}: skipped`
  const code = report.http_code === null ? '' : `HTTP ${report.http_code} `
  return `${where}: ${report.result_category}, ${code}in ${Math.round(report.timing.total)} ms`
}

/** Why the workflow did not pass, as a sentence without its end; null if it did. */
const sentenceOf = (deciding: StepOutcome | null): string | null => {
  if (!deciding) return 'the workflow has no steps'
  const { index, name, report } = deciding
  if (!report) return `step ${index + 1} “${name}” failed: its monitor was deleted`
  const { result_category: category, result } = report
  if (category === 'PASS' || category === 'SLOW') return null
  const verb = category === 'FAIL' ? 'failed' : category === 'WARNING' ? 'warned' : 'was skipped'
  return `step ${index + 1} “${name}” ${verb}: ${result}`
}

type Finished = {
  readonly startedMs: number
  readonly outcomes: readonly StepOutcome[]
  readonly messages: readonly string[]
  /** Names of variables that steps have set, and a job that has all variables and secrets of the workflow. */
  readonly set: readonly string[]
  readonly last: Job | null
}

/** Sums the steps of a workflow up as one report, which carries theirs. */
export const workflowReport = async (
  { id, workflow }: WorkflowJob,
  { startedMs, outcomes, messages, set, last }: Finished,
): Promise<Report> => {
  const reports = outcomes.flatMap(({ report }) => report ?? [])
  const deciding = decidingOf(outcomes)
  const judged = deciding?.report ?? MISSING
  const sum = (field: 'request_size' | 'response_size') =>
    Math.min(
      LARGEST_BYTES,
      reports.reduce((total, report) => total + report[field], 0),
    )
  const detail: Detail = {
    ...bareDetail({ method: '', url: '', sentence: '', debug: '' }),
    messages: [...outcomes.map(lineOf), ...messages],
    exception: sentenceOf(deciding),
    exception_debug: null,
    exception_type: judged.exception_type,
    variables: variablesOf(workflow.context, set, last),
    steps: workflow.steps.map(({ call_id, name, teardown, job }) => ({
      call_id,
      name,
      teardown,
      result_id: job?.id ?? null,
    })),
  }
  const secrecy = last && new Secrecy(last, null)
  const { result_category, result, http_code, exception_type } = judged
  return {
    id,
    started: new Date(startedMs).toISOString(),
    result_category,
    result,
    http_code,
    timing: timingOf(reports),
    request_size: sum('request_size'),
    response_size: sum('response_size'),
    dest_ip: null,
    exception_type,
    detail: await packDetail(secrecy ? secrecy.maskAll(detail) : detail),
    steps: reports,
  }
}

/** The variables of the run and those that steps have set, masked. */
const variablesOf = (context: readonly string[], set: readonly string[], last: Job | null): Detail['variables'] => {
  if (!last) return { initial: {}, set: {} }
  const masked = new Secrecy(last, null).variables(last.variables)
  const only = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (masked[name] === undefined ? [] : [[name, masked[name]]])))
  return { initial: only(context), set: only(set.filter((name) => !context.includes(name))) }
}
