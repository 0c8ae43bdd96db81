import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDigest } from '../../../src/server/digests/digest-mail.ts'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { openKeeper } from '../../support/delivering.ts'
import { eventually } from '../../support/eventually.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { confirmRecipients } from '../../support/recipients.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openWorkflowTarget } from '../../support/workflow-target.ts'
import { leaseWorkflow, madeReport, newMonitor, newWorkflow, runOnce } from '../../support/workflows.ts'

let running: TestServer
let api: Api
let agent: HandAgent
let mailbox: Mailbox
let keeper: Awaited<ReturnType<typeof openKeeper>>
let target: Awaited<ReturnType<typeof openWorkflowTarget>>
beforeAll(async () => {
  keeper = await openKeeper()
  mailbox = await openMailbox()
  target = await openWorkflowTarget()
  running = await startServer({
    env: {
      SONDE_ALLOW_PRIVATE: new URL(keeper.url).host,
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'Sonde <s@example.org>',
    },
  })
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
  await confirmRecipients(running, 'ops@example.com')
  await running.server.services.database.db
    .updateTable('project')
    .set({ doc: JSON.stringify({ alert_on_manual_runs: true }) })
    .execute()
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
  keeper.close()
  target.close()
})

/** A workflow of four steps; the third fails, and the last is its teardown. */
const failingWorkflow = async (name: string): Promise<string> => {
  const step = (title: string, path: string) => newMonitor(api, title, { url: `${target.url}${path}` })
  const [login, cart, pay, out] = [
    await step('Sign in', '/ok'),
    await step('Cart', '/ok'),
    await step('Pay', '/code/503'),
    await step('Sign out', '/ok'),
  ]
  return newWorkflow(api, [login, cart, pay, await step('Receipt', '/ok'), { call_id: out, teardown: true }], { name })
}

const deliveredOf = (hook: string) =>
  eventually(async () => {
    const { data } = await api.get<{ data: { status: string; monitor: object }[] }>(
      `/api/3/webhooks/${hook}/deliveries`,
    )
    return data.length > 0 && data.every(({ status }) => status === 'delivered') && data
  })

test('an alert names the failed step of a workflow and its reason, to a webhook, by mail and in the app', async () => {
  const workflow = await failingWorkflow('Checkout')
  const hooks = []
  for (const draft of [
    { web_hook_type: 'webhook', parameters: { url: keeper.url } },
    { web_hook_type: 'email_text', parameters: { email_address: 'ops@example.com' } },
    {
      web_hook_type: 'email_template',
      parameters: {
        email_address: 'ops@example.com',
        subject_template: 'Broken: {{ step.number }} {{ step.name }}',
        text_template: '{{ steps }}',
      },
    },
  ])
    hooks.push((await api.post<{ id: string }>('/api/3/webhooks/', { ...draft, monitor_id: workflow })).id)
  const { id } = await runOnce(api, agent, workflow)
  for (const hook of hooks) expect((await deliveredOf(hook))[0]?.monitor).toMatchObject({ kind: 'workflow' })

  const payload = JSON.parse(keeper.arrived[0]?.text ?? '{}')
  expect(payload).toMatchObject({
    call_id: workflow,
    call_meta: { name: 'Checkout' },
    result_class: 'FAIL',
    result: 'HTTP_SERVER_ERROR',
    http_code: 503,
    result_id: id,
    workflow: {
      failed_step: { index: 2, name: 'Pay', result: 'HTTP_SERVER_ERROR', http_code: 503 },
      steps: [
        { name: 'Sign in', result_class: 'PASS' },
        { name: 'Cart', result_class: 'PASS' },
        { name: 'Pay', result_class: 'FAIL' },
        { name: 'Receipt', result_class: 'SKIPPED' },
        { name: 'Sign out', result_class: 'PASS' },
      ],
    },
  })
  expect(payload.context._notification).toMatch(
    /^Checkout: step 3 “Pay” failed with a server error \(HTTP 503 after \d+ ms, from local\)\.$/,
  )
  expect(new URL(payload.result_url).pathname).toBe(`/runs/result/${id}`)

  const [text, templated] = await eventually(async () => mailbox.received.length >= 2 && mailbox.received)
  const mails = [text, templated].map((mail) => mail?.text ?? '')
  const plain = mails.find((mail) => mail.includes('Steps:')) ?? ''
  expect(plain).toContain('Checkout: step 3 “Pay” failed with a server error')
  expect(plain).toMatch(/Step: +3\. Pay/)
  expect(plain).toContain('4. Receipt: skipped; 5. Sign out: passed (HTTP 200)')
  expect(mails.find((mail) => mail.includes('Subject: Broken: 3 Pay'))).toBeDefined()

  const { results } = await api.get<{ results: object[] }>('/api/2/notifications/')
  expect(results[0]).toMatchObject({
    title: 'Checkout fails at step 3',
    text: expect.stringMatching(/^Step 3 “Pay” failed with a server error \(HTTP 503/),
    call_id: workflow,
    call_kind: 'workflow',
    result_id: id,
  })
  const { data } = await api.get<{ data: object[] }>(`/api/3/webhooks/${hooks[0]}/decisions`)
  expect(data[0]).toMatchObject({ call_id: workflow, call_kind: 'workflow', outcome: 'fired' })
  expect(await api.get(`/api/3/results/${id}/alerts`)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ webhook_id: hooks[0], verdict: 'sent' })]),
  })
})

test('an alert starts a workflow, which gets its variables and raises no alert itself', async () => {
  const broken = await failingWorkflow('Broken')
  const repair = await newWorkflow(
    api,
    [await newMonitor(api, 'Repair', { url: `${target.url}/{{ALERT_CALL_NAME}}` })],
    {
      name: 'Repair',
    },
  )
  const unknown = await api.call('POST', '/api/3/webhooks/', {
    web_hook_type: 'run_workflow',
    parameters: { workflow_id: 'nobody' },
  })
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
    422,
    expect.stringContaining('parameters.workflow_id must be the id of a workflow of this project'),
  ])
  const { id: hook } = await api.post<{ id: string }>('/api/3/webhooks/', {
    web_hook_type: 'run_workflow',
    monitor_id: broken,
    parameters: { workflow_id: repair },
  })
  target.received.length = 0
  await runOnce(api, agent, broken)
  const started = await eventually(async () => {
    const { results } = await api.get<{ results: { id: string }[] }>(
      `/api/2/workflows/${repair}/results/?result_category=QUEUED`,
    )
    return results[0]?.id
  })
  await agent.report(await madeReport(await leaseWorkflow(agent, started)))
  expect(target.received.at(-1)?.url).toBe('/Broken')
  expect(await deliveredOf(hook)).toHaveLength(1)
  await api.call('DELETE', `/api/3/webhooks/${hook}`)
})

test('an alert does not start a workflow that is still running and may not overlap, and says so', async () => {
  const broken = await failingWorkflow('Broken again')
  const only = await newMonitor(api, 'Only', { url: `${target.url}/ok` })
  const repair = await newWorkflow(api, [only], { name: 'Alone', tags: ['sys:workflow_mutex'] })
  const { id: hook } = await api.post<{ id: string }>('/api/3/webhooks/', {
    web_hook_type: 'run_workflow',
    monitor_id: broken,
    parameters: { workflow_id: repair },
  })
  await api.post(`/api/2/workflows/${repair}/run`)
  await runOnce(api, agent, broken)
  const refused = await eventually(async () => {
    const { data } = await api.get<{ data: { status: string; error: string }[] }>(`/api/3/webhooks/${hook}/deliveries`)
    return data[0]?.error && data[0]
  })
  expect(refused).toMatchObject({ status: 'failed', error: expect.stringContaining('its runs may not overlap') })
  await api.call('DELETE', `/api/3/webhooks/${hook}`)
})

test('a digest lists workflows apart from monitors, whose results their steps are', async () => {
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id', 'name']).executeTakeFirstOrThrow()
  const now = Date.now()
  const hour = 3_600_000
  const spans = {
    span: { from: now - 24 * hour, to: now + hour },
    before: { from: now - 48 * hour, to: now - 24 * hour },
  }
  const digest = await readDigest(db, project, 'daily', spans, now)
  expect(digest.workflows.map(({ name, failed }) => [name, failed])).toEqual(
    expect.arrayContaining([
      ['Checkout', 1],
      ['Repair', 0],
    ]),
  )
  expect(digest.worst.every(({ kind }) => kind === 'monitor')).toBe(true)
  // Four steps of each of the three failing workflows, and one of the other: skipped steps and workflows count nowhere.
  expect(digest.results).toBe(13)
  expect(digest.alerts).toBeGreaterThan(0)
})
