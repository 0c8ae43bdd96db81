import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { test } from 'vitest'
import { idOfRun } from '../../src/server/store/runs.ts'
import { evidence, joinAgent, reportOf } from '../support/agent.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

test('measure', async () => {
  const running = await startServer()
  const agent = await joinAgent(running.api, running.server.joinToken)
  const monitor = await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request: { url: 'https://example.com/' } })
  const { db } = running.server.services.database
  const { key } = await db.selectFrom('object').select('key').where('id', '=', monitor.id).executeTakeFirstOrThrow()
  const loc = await db.selectFrom('location').select('key').executeTakeFirstOrThrow()
  const now = Math.floor(Date.now() / 1000) * 1000
  const h = monitorEventLoopDelay({ resolution: 5 })
  const measure = async (what: string, url: string, body: Buffer, headers: Record<string, string>) => {
    await new Promise((r) => setTimeout(r, 300))
    h.reset(); h.enable()
    const from = performance.now()
    const answer = await sendRaw(running.server.url + url, { body, headers })
    const took = performance.now() - from
    await new Promise((r) => setTimeout(r, 30))
    h.disable()
    console.log(`${what}: ${body.length} bytes, ${answer.status} ${answer.text.slice(0, 120)}, took ${took.toFixed(0)} ms, longest hold ${(h.max / 1e6).toFixed(1)} ms p99 ${(h.percentile(99)/1e6).toFixed(1)}`)
  }
  const auth = { authorization: `Bearer ${agent.key}` }
  const admin = { authorization: `Bearer ${running.api.key}` }
  let n = 0
  const reports = (many: number, size: number) => Buffer.from(JSON.stringify({ results: Array.from({ length: many }, () => {
    n++
    const due = now - n * 1000
    const id = idOfRun({ target_key: key, due, location_key: loc.key, source: 1, attempt: 0 })
    const detail = deflateRawSync(JSON.stringify(evidence({ exception_debug: randomBytes(Math.max(0, size) * 0.55).toString('base64') }))).toString('base64')
    return reportOf({ id, due: new Date(due).toISOString() }, { detail })
  }) }))
  for (let round = 0; round < 3; round++) {
    const largest = reports(1000, 7600)
    await measure('1000 reports', '/remote-api/1/agent/results', largest, auth)
    await measure('1000 reports gzip', '/remote-api/1/agent/results', gzipSync(reports(1000, 7600)), { ...auth, 'content-encoding': 'gzip' })
    await measure('one report', '/remote-api/1/agent/results', reports(1, 3_900_000), auth)
    await measure('200 reports of 20 kB', '/remote-api/1/agent/results', reports(200, 20_000), auth)
  }
  const bad = (x: string) => Buffer.from(x)
  await measure('values', '/remote-api/1/agent/results', bad(`{"results":[${'{},'.repeat(990)}{}]}`), auth)
  await measure('49 000 values', '/remote-api/1/agent/results', bad(`{"results":[${'0,'.repeat(49_000)}0]}`), auth)
  await measure('8 MB of spaces', '/remote-api/1/agent/results', bad(' '.repeat(8 * 1024 * 1024 - 2) + '{}'), auth)
  await measure('8 MB of escapes', '/remote-api/1/agent/results', bad(`{"results":"${'\\u0041'.repeat(1_390_000)}"}`), auth)
  await measure('8 MB of halves', '/remote-api/1/agent/results', bad(`{"results":["${'\\ud83d\\ude00'.repeat(690_000)}"]}`), auth)
  await measure('999 unknown keys × 50', '/remote-api/1/agent/results', bad(`{"results":[${Array(49).fill(`{${Array.from({length: 990}, (_, i) => `"k${i}":0`)}}`)}]}`), auth)
  await measure('monitor 1 MiB', '/api/2/calls/', bad(JSON.stringify({ meta: { name: 'm' }, request: { url: 'https://example.com/', method: 'POST', body: 'x'.repeat(1024 * 1024) } })), admin)
  await measure('monitor 1 MiB of quotes', '/api/2/calls/', bad(JSON.stringify({ meta: { name: 'm' }, request: { url: 'https://example.com/', method: 'POST', body: '"'.repeat(1024 * 1023) } })), admin)
  await measure('schedule 20 000 targets', '/api/3/schedules/', bad(JSON.stringify({ targets: Array.from({ length: 20_000 }, (_, i) => `AbCdEfGhIjKlMnOpQr${i}`) })), admin)
  await measure('curl 1 MiB', '/api/2/calls/build/curl', bad(JSON.stringify({ request: `curl https://example.com/ -d '${'x'.repeat(1_000_000)}'` })), admin)
  await measure('older 128 kB', '/remote-api/1/test/x/', bad(JSON.stringify({ access_token: 'x'.repeat(32), result_key_str: 'x', request: { method: 'GET', url: 'x', headers: Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 'x'.repeat(100)])) } })), {})
  await measure('older 1 MB with token', `/remote-api/1/test/${monitor.id}/`, bad(JSON.stringify({ access_token: agent.key, result_key_str: idOfRun({ target_key: key, due: now - 5_000_000, location_key: loc.key, source: 1, attempt: 0 }), request: { method: 'GET', url: 'x' }, response: { payload: randomBytes(750_000).toString('base64'), status_code: 200 } })), auth)
  await running.stop()
}, 120_000)
