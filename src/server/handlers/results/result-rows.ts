import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { Level } from '../../../domain/core/access.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { categories, exceptionOf, IGNORED, reasons, triggers } from '../../store/identity/codes.ts'
import { domainOf } from '../../store/monitors/monitors.ts'
import type { ListedResult } from '../../store/results/result-search.ts'
import type { ResultDetail } from '../../store/results/result-store.ts'
import { idOfRun } from '../../store/results/runs.ts'
import type { QueuedRun } from '../../store/runs/queued-runs.ts'
import { workflowRunOf } from '../../store/workflows/step-runs.ts'
import { firstOf } from './attempts.ts'

/** A result as the API answers it. */
export type ResultAnswer = AnswerOf<ProductContract['result.read']>

/** A stored result: the summary, and its figures for callers who may inspect it. */
export const rowOf = (row: ListedResult, level: Level): ResultAnswer => {
  const id = idOfRun(row)
  const summary = {
    id,
    result_category: categories.name(row.category),
    http_code: row.http_code,
    response_time: row.total,
    location_id: row.location_id,
    test: row.target_name ?? 'a deleted monitor',
    created: formatTime(row.started),
  }
  if (!holds(level, 'inspect')) return summary
  const url = row.url ?? row.target_doc.request.url ?? ''
  const { dns, tcp, handshake, upload, processing, download, redirect, total } = row
  return {
    ...summary,
    meta: {
      id,
      call_id: row.target_id ?? '',
      location_id: row.location_id,
      name: summary.test,
      domain: domainOf(url),
      url,
      dest_ip: row.dest_ip,
      request_size: row.request_size,
      response_size: row.response_size,
      http_code: row.http_code,
      result_category: summary.result_category,
      result: reasons.name(row.reason),
      exception_type: exceptionOf(row),
      trigger: triggers.name(row.trigger),
      schedule_id: row.schedule_id,
      workflow_result_id: workflowResultOf(row),
      attempt: row.attempt,
      retry_of: firstOf(row),
      ignored_in_stats: (row.ignored & IGNORED.statistics) !== 0,
      in_downtime: (row.ignored & IGNORED.downtime) !== 0,
      due: formatTime(row.due),
      created: summary.created,
    },
    timing: { dns, tcp, handshake, upload, processing, download, redirect, total },
  }
}

/** A run without a result yet, in the form of one. */
export const queuedRow = (run: QueuedRun, level: Level, now: number): ResultAnswer => {
  const id = idOfRun(run)
  const summary = {
    id,
    result_category: 'QUEUED' as const,
    http_code: null,
    response_time: 0,
    location_id: run.location_id,
    test: run.target_name,
    created: formatTime(run.start),
  }
  if (!holds(level, 'inspect')) return summary
  return {
    ...summary,
    meta: {
      id,
      call_id: run.target_id,
      location_id: run.location_id,
      name: run.target_name,
      domain: domainOf(run.url),
      url: run.url,
      dest_ip: null,
      request_size: 0,
      response_size: 0,
      http_code: null,
      result_category: 'QUEUED',
      result: 'QUEUED',
      exception_type: null,
      trigger: triggers.name(run.trigger),
      schedule_id: run.schedule_id,
      attempt: run.attempt,
      retry_of: firstOf(run),
      ignored_in_stats: false,
      in_downtime: false,
      status: run.lease_until !== null && run.lease_until > now ? 'RUNNING' : 'QUEUED',
      due: formatTime(run.due),
      created: summary.created,
    },
    timing: null,
  }
}

/** Returns the id of the workflow's result whose step a result is; null if it is none. */
const workflowResultOf = (row: ListedResult): string | null => {
  const run = workflowRunOf(row)
  return run && idOfRun(run)
}

/** Adds the detail; of the pictures that were taken, only those that are stored. */
export const withDetail = (
  answer: ResultAnswer,
  { url, source_ip, dest_ip, browser, ...detail }: ResultDetail,
  pictures: number[],
): ResultAnswer => ({
  ...answer,
  ...(answer.meta && { meta: { ...answer.meta, url, source_ip, dest_ip } }),
  ...detail,
  ...(browser && {
    browser: {
      ...browser,
      pictures,
      screenshot: pictures.length > 0,
      pictures_left: browser.pictures.filter((number) => !pictures.includes(number)).length,
    },
  }),
})
