import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import type { World } from '../../../src/commands/core/world.ts'
import type { EndpointName } from '../../../src/contract/contract.ts'
import { newForm } from '../../../src/views/alerts/webhook-form.ts'
import { webhookTable } from '../../../src/views/alerts/webhook-table.ts'
import { browserTable } from '../../../src/views/monitors/browser-form.ts'
import { NEW_MONITOR } from '../../../src/views/monitors/monitor-form.ts'
import { monitorTable } from '../../../src/views/monitors/monitor-table.ts'
import { reportForm } from '../../../src/views/reports/report-form.ts'
import { newScheduleForm, scheduleForm } from '../../../src/views/schedules/schedule-form.ts'
import { workflowForm } from '../../../src/views/workflows/workflow-form.ts'
import { exampleWorld } from '../../commands/world.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let call: (operation: EndpointName, input?: object) => Promise<unknown>
let world: World
beforeAll(async () => {
  running = await startServer()
  const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const http = openHttpCall({
    url: running.server.url,
    projectHeader: 'Sonde-Project-Id',
    defaultQuery: {},
    token: async () => ada.accessToken,
  })
  const { projects } = (await http('project.list', {}, { projectId: null })) as {
    projects: { project: { id: string } }[]
  }
  const projectId = projects[0]?.project.id ?? ''
  call = (operation, input = {}) => http(operation, input, { projectId })
  const example = exampleWorld({ project: { id: projectId, name: 'Payments', level: 'OWNER' }, focus: null })
  world = Object.assign(Object.create(example.world), { call })
})
afterAll(() => running.stop())

const ADDRESS = 'https://api.example.com/'
const ID = (answer: unknown): string => (answer as { id: string }).id

type Case = {
  /** The command that makes one by a line with what it requires alone. */
  readonly line: readonly [id: string, args: object]
  /** The calls of the form with the same entries, and nothing else changed; the id of what it made. */
  readonly form: () => Promise<string>
  readonly reads: readonly EndpointName[]
  readonly list: EndpointName
}

const cases: Readonly<Record<string, Case>> = {
  monitor: {
    line: ['monitor.create', { name: 'Same', url: ADDRESS }],
    async form() {
      const form = {
        ...NEW_MONITOR,
        meta: { ...NEW_MONITOR.meta, name: 'Same' },
        request: { ...NEW_MONITOR.request, url: ADDRESS },
      }
      const { monitor, conditions } = monitorTable.bodyOf(form)
      const id = ID(await call('monitor.create', { body: monitor }))
      await call('monitor.judge', { params: { id }, body: conditions })
      return id
    },
    reads: ['monitor.read', 'monitor.conditions'],
    list: 'monitor.list',
  },
  'browser test': {
    line: ['browser-test.create', { name: 'Same', url: ADDRESS }],
    form: async () =>
      ID(
        await call('browser-test.create', {
          body: browserTable.bodyOf({ ...browserTable.blank, name: 'Same', url: ADDRESS }),
        }),
      ),
    reads: ['browser-test.read', 'monitor.conditions'],
    list: 'monitor.list',
  },
  alert: {
    line: ['webhook.create-quickly', { type: 'email', to: 'ops@example.com', name: 'Same' }],
    async form() {
      const form = newForm('email')
      const parameters = { ...form.parameters, email_address: 'ops@example.com' }
      return ID(
        await call('webhook.create', { body: webhookTable('email').bodyOf({ ...form, name: 'Same', parameters }) }),
      )
    },
    reads: ['webhook.read'],
    list: 'webhook.list',
  },
  schedule: {
    line: ['schedule.create', { name: 'Same' }],
    form: async () =>
      ID(await call('schedule.create', { body: scheduleForm.bodyOf({ ...newScheduleForm([]), name: 'Same' }) })),
    reads: ['schedule.read'],
    list: 'schedule.list',
  },
  workflow: {
    line: ['workflow.create', { name: 'Same' }],
    form: async () =>
      ID(await call('workflow.create', { body: workflowForm.bodyOf({ ...workflowForm.blank, name: 'Same' }) })),
    reads: ['workflow.read'],
    list: 'workflow.list',
  },
  report: {
    line: ['report.create', { name: 'Same' }],
    form: async () =>
      ID(await call('report.create', { body: reportForm.bodyOf({ ...reportForm.blank, name: 'Same' }) })),
    reads: ['report.read'],
    list: 'report.list',
  },
}

/** Ids, times, what an address was asked, and `backoff_method`, of which `none` and null are one. */
const OWN =
  /^(id|.*_id|created|created_by|updated_by|last_update|confirmation|recipients|deliveries|next|period|backoff_method)$/

const settings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (OWN.test(key) ? [] : [[key, settings(each)]])),
  )
}

const idsIn = async (operation: EndpointName): Promise<readonly string[]> => {
  const answer = (await call(operation)) as { data?: { id: string }[]; results?: { id: string }[] }
  return (answer.data ?? answer.results ?? []).map(({ id }) => id)
}

test.each(Object.entries(cases))('a line makes the same %s as the form', async (_, { line, form, reads, list }) => {
  const before = new Set(await idsIn(list))
  await perform(line[0], { ...line[1] }, world)
  const byLine = (await idsIn(list)).find((id) => !before.has(id)) ?? ''
  const byForm = await form()
  for (const operation of reads) {
    const [made, drawn] = await Promise.all(
      [byLine, byForm].map(async (id) => settings(await call(operation, { params: { id } }))),
    )
    expect(made, operation).toEqual(drawn)
  }
})
