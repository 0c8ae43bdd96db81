import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Job } from '../../src/agent/runner/request.ts'
import { type RunOptions, runCall } from '../../src/agent/runner/run-call.ts'
import { runWorkflow } from '../../src/agent/workflows/run-workflow.ts'
import type { WorkflowJob } from '../../src/agent/workflows/workflow-job.ts'
import { MAX_STEPS } from '../../src/contract/workflows/workflows.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import type { Row } from './row.ts'

const ROUNDS = 15

const jobOf = (url: string, index: number): Job => ({
  id: `step-${index}`,
  due: '2026-01-05T10:00:00.000Z',
  call: {
    method: 'GET',
    url: `${url}/__ORDER__`,
    parameters: [],
    headers: [{ key: 'Authorization', value: `Bearer secret-of-step-${index}` }],
    body: null,
    follow_redirects: true,
    verify_tls: true,
    timeout_ms: 20_000,
  },
  variables: { ORDER: 'none' },
  // As the server sends them: the value, and the credential in it.
  secrets: [`Bearer secret-of-step-${index}`, `secret-of-step-${index}`],
  secret_fields: ['Authorization'],
  secret_origins: [url],
  conditions: {
    meta: {},
    conditions: [
      { source: 'json', property: '$.order', condition: 'exists', set_variable: { name: 'ORDER', scope: 'workflow' } },
    ],
  },
})

const workflowOf = (url: string): WorkflowJob => ({
  id: 'workflow',
  due: '2026-01-05T10:00:00.000Z',
  workflow: {
    handle_cookies: true,
    stop_on_failure: true,
    context: [],
    steps: Array.from({ length: MAX_STEPS }, (_, index) => ({
      call_id: `call-${index}`,
      name: `Step ${index}`,
      teardown: false,
      job: jobOf(url, index),
    })),
  },
})

/** Returns the fastest of some rounds, in milliseconds: what others do on the machine only adds. */
const fastestMs = async (round: () => Promise<unknown>): Promise<number> => {
  const all: number[] = []
  for (let times = 0; times < ROUNDS; times++) {
    const startMs = performance.now()
    await round()
    all.push(performance.now() - startMs)
  }
  return Math.min(...all)
}

/** Measures what a workflow adds to its calls: 100 steps with a secret each, which share variables and cookies. Takes a few seconds. */
export const workflowsBench = async (): Promise<Row[]> => {
  const server = createServer((_, response) => response.end('{"order":"o-77"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options: RunOptions = { allowed: parseAllowed('127.0.0.0/8'), userAgent: 'Sonde/bench' }
  const workflow = workflowOf(url)
  const jobs = workflow.workflow.steps.flatMap(({ job }) => job ?? [])
  const alone = async () => {
    for (const job of jobs) await runCall(job, options)
  }
  const sample = await runCall(jobOf(url, 0), options)
  const callsMs = await fastestMs(alone)
  const wholeMs = await fastestMs(() => runWorkflow(workflow, options, runCall))
  const ownMs = await fastestMs(() => runWorkflow(workflow, options, async ({ id }) => ({ ...sample, id })))
  server.close()
  return [
    { figure: 'a workflow of 100 steps, per step', value: wholeMs / MAX_STEPS, unit: 'ms' },
    {
      figure: 'the same beyond its calls: masking the secrets of all steps in each, variables, the report',
      value: (wholeMs - callsMs) / MAX_STEPS,
      unit: 'ms',
      target: '< 1',
    },
    { figure: 'order, variables and report alone, per step', value: ownMs / MAX_STEPS, unit: 'ms', target: '< 1' },
  ]
}
