import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Versions = Record<'status' | 'size' | 'header' | 'body' | 'timing', string>
type Stored = {
  meta: { break_on_fail: boolean; versions: Versions }
  conditions: { id: string; source: string; val?: string }[]
}

let running: TestServer
let agent: HandAgent
beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

const PATH = '/api/2/conditions/'
const read = () => running.api.get<Stored>(PATH)
const save = (body: object) => running.api.post<Stored>(PATH, body)
const slow = (val: string, more: object = {}) => ({
  source: 'latency',
  property: 'total',
  condition: 'gt',
  val,
  on_true: { outcome: 'slow' },
  ...more,
})
const status = (val: string) => ({ source: 'http_code', condition: 'in', val, on_true: { outcome: 'fail' } })
const vals = ({ conditions }: Stored) => conditions.map(({ source, val }) => `${source} ${val}`)

describe('The conditions of a project', () => {
  test('are none at first, and are replaced as a whole', async () => {
    expect((await read()).conditions).toEqual([])
    const saved = await save({ meta: { break_on_fail: true }, conditions: [slow('500'), status('404')] })
    expect(vals(saved)).toEqual(['latency 500', 'http_code 404'])
    expect(saved.meta.break_on_fail).toBe(true)
    expect(await read()).toEqual(saved)
    expect((await save({ conditions: [status('404')] })).meta.break_on_fail).toBe(false)
  })

  test('are saved by group, so that screens for different groups keep each other’s', async () => {
    const before = await save({ meta: { break_on_fail: true }, conditions: [slow('500'), status('404')] })
    const { versions } = before.meta
    await save({ meta: { groups: ['timing'], versions }, conditions: [slow('600'), slow('900')] })
    const after = await save({ meta: { groups: ['status'], versions }, conditions: [status('5xx')] })
    expect(vals(after).toSorted()).toEqual(['http_code 5xx', 'latency 600', 'latency 900'])
    expect(after.meta.break_on_fail).toBe(true)
    expect(new Set(after.conditions.map(({ id }) => id)).size).toBe(3)
  })

  test('of one group are not overwritten by someone who read them earlier', async () => {
    const { versions } = (await save({ conditions: [slow('500'), status('404')] })).meta
    await save({ meta: { groups: ['timing'], versions }, conditions: [slow('600')] })
    const refused = await running.api.call('POST', PATH, {
      meta: { groups: ['timing'], versions },
      conditions: [slow('700')],
    })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('These conditions were changed while you were editing.'),
    ])
    expect(vals(await read()).toSorted()).toEqual(['http_code 404', 'latency 600'])
    expect(vals(await save({ meta: { groups: ['timing'] }, conditions: [slow('700')] }))).toContain('latency 700')
  })

  test('that are saved at the same moment are both kept, if they are of different groups', async () => {
    await save({ conditions: [] })
    await Promise.all([
      save({ meta: { groups: ['timing'] }, conditions: [slow('500')] }),
      save({ meta: { groups: ['status'] }, conditions: [status('404')] }),
      save({ meta: { groups: ['header'] }, conditions: [{ source: 'header', property: 'etag', condition: 'exists' }] }),
    ])
    expect((await read()).conditions).toHaveLength(3)
  })

  test.each([
    [
      { meta: { groups: ['status'] }, conditions: [slow('5')] },
      'conditions[0].source must belong to one of the groups',
    ],
    [
      { conditions: [{ source: 'json', property: '$.a[', condition: 'exists' }] },
      'conditions[0].property must be a JSON path: unclosed bracketed selection.',
    ],
    [
      { conditions: [{ source: 'text', condition: 'matches', val: '(a' }] },
      'conditions[0].val must be a regular expression in RE2 syntax: missing closing ): `(a`.',
    ],
    [{ conditions: [slow('5', { include_tags: ['a,b'] })] }, 'conditions[0].include_tags[0] must not contain a comma.'],
  ])('%j is refused: %s', async (body, message) => {
    const { status, body: answer } = await running.api.call('POST', PATH, body)
    expect([status, JSON.stringify(answer)]).toEqual([
      422,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ])
  })

  test('reach the jobs of the monitors that they are for', async () => {
    await save({
      meta: { break_on_fail: true },
      conditions: [slow('500', { exclude_tags: ['batch'] }), status('404'), { ...status('500'), enabled: false }],
    })
    const jobOf = async (tags: string[], meta: object = {}) => {
      const draft = { meta: { name: 'One', tags }, request: { url: 'http://example.com/' } }
      const { id } = await running.api.post<{ id: string }>('/api/2/calls/', draft)
      await running.api.post(`/api/2/calls/${id}/conditions/`, { meta, conditions: [] })
      const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
      const { project_conditions: common } = await leaseRun(agent, result_id)
      return common && [common.break_on_fail, ...common.conditions.map(({ source }) => source)]
    }
    expect(await jobOf([])).toEqual([true, 'latency', 'http_code'])
    expect(await jobOf(['batch'])).toEqual([true, 'http_code'])
    expect(await jobOf([], { ignore_project_conditions: true })).toBeUndefined()
    await save({ conditions: [] })
    expect(await jobOf([])).toBeUndefined()
  })

  test('may name a stored file as their schema, whose text the job carries', async () => {
    const schema = '{"required":["id"]}'
    const form = new FormData()
    form.append('file', new Blob([schema], { type: 'application/json' }), 'schema.json')
    const uploaded = await fetch(`${running.api.base}/api/3/files/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.api.key}` },
      body: form,
    })
    const { id: file } = (await uploaded.json()) as { id: string }
    const byFile = (val: string) => ({ meta: {}, conditions: [{ source: 'text', condition: 'schema', val }] })
    const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'One' },
      request: { url: 'http://example.com/' },
    })
    const path = `/api/2/calls/${id}/conditions/`
    expect(JSON.stringify((await running.api.call('POST', path, byFile('NoSuchFile123'))).body)).toContain(
      'conditions[0].val must be a JSON schema, or the id of a stored file that holds one.',
    )
    await running.api.post(path, byFile(file))
    const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    const job = await leaseRun(agent, result_id)
    expect(job.conditions.conditions[0]?.val).toBe(schema)
  })
})
