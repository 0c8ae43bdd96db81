import { expect, onTestFinished, test, vi } from 'vitest'
import { junitReport } from '../../../src/cli/junit.ts'
import { openHeadless } from '../../../src/commands/headless/headless.ts'

const FLOW = 'w'.repeat(22)

/** A server with one workflow, whose second step fails. */
const openWorkflow = () =>
  openHeadless({
    async call(operation) {
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      if (operation === 'workflow.run')
        return { workflow_result_id: 'r', workflow_id: FLOW, location_id: 'local', result_category: 'QUEUED' }
      if (operation === 'workflow.result')
        return { meta: { status: 'DONE', result_category: 'FAIL' }, timing: { total: 4 }, failed_step: { name: 'pay' } }
      const flow = { id: FLOW, meta: { name: 'Buy', tags: [] }, workflow: { call_ids: [] }, last_result: null }
      return { meta: { more: false }, results: operation === 'workflow.list' ? [flow] : [] }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })

test('a run of a workflow goes by its name, in its line and its report', async () => {
  const world = await openWorkflow()
  const { command, args } = await world.read('run workflow buy')
  if (!command) throw new Error('No workflow is run.')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const performed = world.perform(command, args, { waiting: { timeoutMs: 1_000 } })
  await vi.advanceTimersByTimeAsync(1_000)
  const { runs } = await performed
  expect(runs).toMatchObject([{ of: 'workflow', name: 'Buy', category: 'FAIL' }])
  const report = junitReport(runs, () => true, 0)
  expect(report).toContain('<testcase name="Buy" classname="sonde.workflow.local"')
  expect(report).toContain('>Step “pay” failed. Result r</failure>')
})
