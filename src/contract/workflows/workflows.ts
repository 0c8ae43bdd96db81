import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { id, named, results, time } from '../core/wire.ts'
import { runRequest } from '../monitors/monitors.ts'
import { resultPage } from '../results/result-filters.ts'
import { lastResult } from '../results/results.ts'
import { stepVariables } from './step-variables.ts'
import { workflowResult, workflowResultFilter, workflowResultNarrowing } from './workflow-results.ts'

/** Maximum number of steps of a workflow. */
export const MAX_STEPS = 100

const meta = shape({
  name: nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  /** Besides people's own: `sys:backoff…`, `sys:workflow_mutex`, `sys:location_id:<id>` and `sys:project_action`. */
  'tags?': objectTags,
  /** The environment that is searched before those of the steps’ monitors, unless it is `global`. */
  'workspace?': '1 <= string <= 200',
  /** Kept for older clients; it has no effect. */
  'deployments?': 'string <= 1000 | null',
})

/** A step: a monitor, and whether it always runs, even after the workflow has stopped. */
const stepDraft = shape({ call_id: id, 'teardown?': 'boolean' })

const settings = shape({
  /** Ids of monitors, in order. A monitor may occur several times. */
  'call_ids?': [[id, '[]'], '&', 'unknown[] <= 100'],
  /** The same steps with their settings; given alone, `call_ids` keeps the settings of the steps that remain. */
  'steps?': [[stepDraft, '[]'], '&', 'unknown[] <= 100'],
  /** Whether the steps share a cookie jar. */
  'handle_cookies?': 'boolean',
  /** Whether the first step that fails ends the workflow. Default: true. */
  'stop_on_failure?': 'boolean',
})

const draft = shape({ meta, 'workflow?': settings })

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    workspace: 'string',
    deployments: 'string | null',
    owner: 'string',
    project_id: 'string',
    created: time,
    last_update: time,
  },
  workflow: {
    call_ids: 'string[]',
    steps: [{ call_id: 'string', teardown: 'boolean' }, '[]'],
    handle_cookies: 'boolean',
    stop_on_failure: 'boolean',
  },
  /** Ids in `call_ids` whose monitors were deleted. A run fails at such a step. */
  missing_call_ids: 'string[]',
  schedule_ids: 'string[]',
  monitored: 'boolean',
  /** `http_code` is that of the step that decided the category. */
  last_result: [lastResult, '|', 'null'],
  /** (PASS + SLOW) / (PASS + SLOW + FAIL) of the last 24 hours, 0 to 1; null without results. */
  pass_rate_24h: 'number | null',
  /** Milliseconds of all steps together. */
  median_24h: 'number | null',
})

/** Workflows: monitors that run one after another and share variables. */
export const workflows = resource({
  name: 'workflow',
  // A schedule shows its workflows.
  neighbours: [
    { kind: 'schedule', by: ['remove'] },
    // Environments and variables show the workflows that use them.
    { kind: 'environment', by: ['create', 'update', 'remove', 'duplicate'] },
    { kind: 'variable', by: ['create', 'update', 'remove', 'duplicate'] },
  ],
  plural: 'workflows',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/workflows/', {
      summary: 'Lists the workflows of the project, newest first, with their last result and 24-hour figures',
      access: 'see',
      query: shape({
        '...': named,
        /** Workflows with this tag: `sys:project_action` for those that the home shows as buttons. */
        'tag?': 'string <= 200',
      }),
      lists: 'results',
      answer: results(row),
    }),
    'list-of-call': endpoint('GET /api/2/workflows/call/{id}/', {
      summary: 'Lists the workflows that run a monitor, newest first',
      access: 'see',
      query: shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 1000' }),
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/workflows/{id}/', {
      summary: 'Returns one workflow',
      access: 'see',
      shows: 'workflow',
      answer: row,
    }),
    create: endpoint('POST /api/2/workflows/', {
      summary: 'Creates a workflow',
      access: 'edit',
      audit: 'workflow.create',
      status: 201,
      repeatable: true,
      body: draft,
      shows: 'workflow',
      answer: row,
    }),
    update: endpoint('POST /api/2/workflows/{id}/', {
      summary: 'Changes a workflow; absent fields keep their values',
      access: 'edit',
      audit: 'workflow.update',
      body: shape({
        'meta?': optional(meta),
        'workflow?': settings,
        ...basedOn,
      }),
      shows: 'workflow',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/workflows/{id}/', {
      summary: 'Deletes a workflow and removes it from its schedules; its monitors and their results stay',
      access: 'edit',
      audit: 'workflow.delete',
      status: 204,
      answer: null,
    }),
    duplicate: endpoint('POST /api/3/workflows/{id}/duplicate', {
      summary: 'Creates a copy of a workflow with the same steps; schedules and alerts are not copied',
      access: 'edit',
      audit: 'workflow.duplicate',
      status: 201,
      repeatable: true,
      body: shape({
        /** Default: the name of the workflow with “(copy)” after it. */
        'name?': nameOf('1 <= string <= 400'),
      }),
      shows: 'workflow',
      answer: row,
    }),
    run: endpoint('POST /api/2/workflows/{id}/run', {
      summary: 'Runs the workflow now or after a delay; the result is readable immediately as QUEUED',
      access: 'run',
      changes: false,
      limit: 'run',
      reaches: true,
      audit: 'workflow.run',
      repeatable: true,
      body: runRequest,
      answer: shape({ workflow_id: id, location_id: 'string', workflow_result_id: 'string' }),
    }),
    variables: endpoint('POST /api/3/workflows/variables', {
      summary: 'Returns the variables that each step of a draft sets, reads and misses; nothing is stored or run',
      access: 'see',
      effect: 'read',
      body: shape({ 'workspace?': '1 <= string <= 200', steps: [[stepDraft, '[]'], '&', 'unknown[] <= 100'] }),
      answer: shape({ steps: [stepVariables, '[]'] }),
    }),
    results: endpoint('GET /api/2/workflows/{id}/results/', {
      summary: 'Lists the results of a workflow, newest first',
      access: 'see',
      query: workflowResultFilter,
      lists: 'results',
      answer: resultPage(workflowResult),
    }),
    'results-csv': endpoint('GET /api/3/workflows/{id}/results/csv', {
      summary: 'Exports the results of a workflow as CSV, newest first; the filters apply',
      access: 'see',
      media: 'text/csv; charset=utf-8',
      stream: 'bytes',
      query: workflowResultNarrowing,
      answer: shape('ArrayBuffer'),
    }),
    result: endpoint('GET /api/2/workflows/results/{id}/', {
      summary: 'Returns one result of a workflow with its steps; a running one as QUEUED',
      access: 'see',
      shows: 'workflow-result',
      answer: workflowResult,
    }),
  },
})
