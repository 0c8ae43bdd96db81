import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { ADMIN_KEY, startServer } from '../../support/server.ts'

const SECRET = 'correct horse battery'

type Full = {
  result_category: string
  http_code: number
  browser?: {
    title: string
    screenshot: boolean
    vitals: { fcp: number | null }
    steps: { status: string; words: string; error: string | null }[]
    pictures: number[]
  }
}

test('a browser test is run by the server’s own agent in a real browser, and its result has pictures and no secret', async () => {
  const entered: string[] = []
  const target = createServer((request, response) => {
    entered.push(request.url ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Shop</title><form><label>Code <input name="code"></label><button>Enter</button></form>`,
    )
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void target.close())
  const { port } = target.address() as AddressInfo
  const { api, stop } = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` } })
  onTestFinished(stop)
  const agents = () => api.get<{ agent_list: { capabilities?: string[] }[] }>('/api/2/agents/info')
  await eventually(async () =>
    (await agents()).agent_list.some(({ capabilities }) => capabilities?.includes('browser')),
  )
  const { id } = await api.post<{ id: string }>('/api/3/monitors/browser/', {
    name: 'Shop',
    url: `http://127.0.0.1:${port}/`,
    variables: [{ key: 'CODE', value: SECRET, secret: true }],
    assertions: [{ kind: 'title_contains', value: 'Shop' }],
    steps: [
      { kind: 'fill', locator: { label: 'Code' }, value: '{{ CODE }}' },
      { kind: 'click', locator: { role: 'button', name: 'Enter' } },
      { kind: 'expect', expected: 'url', value: 'code=' },
    ],
  })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
  const read = async () => (await api.call('GET', `/api/2/results/${result_id}?mode=full`)).body as Full
  const full = await eventually(
    async () => {
      const result = await read()
      return result.browser?.pictures.length === 3 ? result : null
    },
    { withinMs: 60_000, what: 'a result with its pictures' },
  )
  expect(full).toMatchObject({ result_category: 'PASS', http_code: 200 })
  expect(full.browser?.steps.map(({ status, error }) => [status, error])).toEqual([
    ['passed', null],
    ['passed', null],
    ['passed', null],
  ])
  expect(full.browser?.vitals.fcp).toBeGreaterThan(0)
  expect(entered.some((url) => url.includes('correct+horse'))).toBe(true)
  expect(JSON.stringify(full)).not.toMatch(/correct.horse/)
  const picture = await fetch(`${api.base}/api/2/results/${result_id}/screenshot?step=1`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  expect(picture.headers.get('content-type')).toBe('image/jpeg')

  // As a step of a workflow it is the same.
  const workflow = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'Shopping' },
    workflow: { call_ids: [id] },
  })
  const run = await api.post<{ workflow_result_id: string }>(`/api/2/workflows/${workflow.id}/run`, {})
  type Steps = { results: { result_id: string }[] }
  const step = await eventually(
    async () => {
      const { results } = await api.get<Steps>(`/api/2/workflows/results/${run.workflow_result_id}/`)
      const stepId = results[0]?.result_id
      if (!stepId) return null
      const result = (await api.call('GET', `/api/2/results/${stepId}?mode=full`)).body as Full
      return result.browser?.pictures.length === 3 ? result : null
    },
    { withinMs: 60_000, what: 'a step with its pictures' },
  )
  expect(step).toMatchObject({ result_category: 'PASS', http_code: 200 })
}, 120_000)
