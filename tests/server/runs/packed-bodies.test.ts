import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startServer } from '../../support/server.ts'

test('a body of one letter is stored whole, however well it packs', async () => {
  const body = Buffer.alloc(3_000_000, 'a')
  const target = createServer((request, response) => {
    const isPacked = request.url === '/packed'
    response.writeHead(200, { 'content-type': 'text/plain', ...(isPacked && { 'content-encoding': 'gzip' }) })
    response.end(isPacked ? gzipSync(body) : body)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void target.close())
  const { port } = target.address() as AddressInfo
  const { api, stop } = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` } })
  onTestFinished(stop)
  for (const path of ['plain', 'packed']) {
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: path },
      request: { url: `http://127.0.0.1:${port}/${path}` },
    })
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    const stored = await eventually(
      async () => (await api.get<{ stored_body?: unknown }>(`/api/2/results/${result_id}/?mode=full`)).stored_body,
      { what: `the body of ${path}` },
    )
    expect(stored).toEqual({ bytes: body.length, is_text: true, truncated: false })
    const answer = await fetch(`${api.base}/api/2/results/${result_id}/content`, {
      headers: { authorization: `Bearer ${api.key}` },
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
  }
})
