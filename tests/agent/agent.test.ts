import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '../../src/agent/runner/request.ts'
import { JoinRefused } from '../../src/agent/server/membership.ts'
import { serverNow, start } from './started-agent.ts'
import { httpServer, jobFor } from './world.ts'

const jobs = (port: number, count: number, dueMs = 0): Job[] =>
  Array.from({ length: count }, (_, n) =>
    jobFor(`http://127.0.0.1:${port}/${n}`, { id: `job-${n}`, due: new Date(Date.now() + dueMs).toISOString() }),
  )

test('An agent makes the calls it has leased and delivers each result once', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  server.offer(...jobs(target, 500))
  const agent = start(server)
  await server.until(() => server.results.size === 500)
  expect([...server.times.values()].every((times) => times === 1)).toBe(true)
  expect([...server.results.values()].every((result) => result.result === 'COMPLETE')).toBe(true)
  agent.stop()
  await agent.ended
  expect(readdirSync(join(agent.directory, 'spool'))).toEqual([])
})

test('A job starts at its due time by the server’s clock, never earlier', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  server.aheadMs = 3_600_000
  const agent = start(server)
  await server.until(() => server.asked.length > 1)
  const due = jobs(target, 20, server.aheadMs + 150)
  server.offer(...due)
  await server.until(() => server.results.size === 20)
  for (const { id, due: dueTime } of due)
    expect(Date.parse(server.results.get(id)?.started ?? '')).toBeGreaterThanOrEqual(Date.parse(dueTime) - 1)
  agent.stop()
  await agent.ended
})

test('No more calls run at once than the agent’s limit, and it requests none while some are late', async () => {
  let most = 0
  const open: (() => void)[] = []
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
  }
  // Answers three at a time, and only after it has looked a while whether a fourth call comes.
  const target = await httpServer(async (_, response) => {
    open.push(() => response.end('ok'))
    most = Math.max(most, open.length)
    if (open.length !== 3) return
    await turns(200)
    for (const answer of open.splice(0)) answer()
  })
  const server = await serverNow()
  server.offer(...jobs(target, 60))
  start(server, { SONDE_AGENT_CONCURRENCY: '3' })
  await server.until(() => server.results.size === 60)
  expect(most).toBe(3)
})

test('The key file is private, reused after a restart, and replaced when the server no longer knows the agent', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  const first = start(server)
  await server.until(() => server.asked.length > 0)
  first.stop()
  await first.ended
  expect(statSync(join(first.directory, 'key.json')).mode & 0o777).toBe(0o600)
  const again = start(server, { SONDE_AGENT_DIR: first.directory, SONDE_JOIN_TOKEN: '' })
  await server.until(() => server.asked.length > 2)
  expect(server.joins).toBe(1)
  again.stop()
  await again.ended
  server.forgetKeys()
  start(server, { SONDE_AGENT_DIR: first.directory })
  server.offer(...jobs(target, 5))
  await server.until(() => server.results.size === 5)
  expect(server.joins).toBe(2)
})

test('An agent that may not join exits with a message for its operator', async () => {
  const server = await serverNow()
  const wrong = start(server, { SONDE_JOIN_TOKEN: 'not-the-token-of-16' })
  await expect(wrong.ended).rejects.toThrow(JoinRefused)
  await expect(start(server, { SONDE_JOIN_TOKEN: '' }).ended).rejects.toThrow(/SONDE_JOIN_TOKEN is missing/)
})

test('An agent that is given a key which no header can carry joins again, and works', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  server.keyOf = (join) => (join === 1 ? 'key-1\r\nX-Other: 1' : `key-${join}`)
  const agent = start(server)
  server.offer(...jobs(target, 2))
  await server.until(() => server.results.size === 2)
  expect(server.joins).toBe(2)
  expect(agent.said).toContain('cannot join yet: the answer is not one of a Sonde server; retrying')
})

test('No result is lost when the server disappears and comes back', async () => {
  let release = () => {}
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = 0
  const target = await httpServer((_, response) => {
    arrived++
    void gone.then(() => response.end('ok'))
  })
  const server = await serverNow()
  server.offer(...jobs(target, 30))
  start(server)
  while (arrived < 30) await new Promise(setImmediate)
  await server.vanish()
  release()
  await server.open()
  await server.until(() => server.results.size === 30)
})

test('Undelivered results are delivered by the next agent process', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  let tried = 0
  server.refuse = () => {
    tried++
    return 503
  }
  server.offer(...jobs(target, 10))
  const first = start(server)
  await server.until(() => tried > 0)
  await server.vanish()
  first.stop()
  await first.ended
  server.refuse = () => null
  await server.open()
  const next = start(server, { SONDE_AGENT_DIR: first.directory })
  await server.until(() => server.results.size === 10)
  expect(next.said.join()).toMatch(/10 results of an earlier run/)
})

test('One result that the server never accepts does not block others', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  server.refuse = (ids) => (ids.includes('job-7') ? 422 : null)
  server.offer(...jobs(target, 40))
  const agent = start(server)
  await server.until(() => server.results.size === 39)
  agent.stop()
  await agent.ended
  expect(agent.said.join()).toMatch(/refused the result job-7 \(422\)/)
  expect(readdirSync(join(agent.directory, 'spool'))).toEqual([])
})

test('Leases of long calls are renewed', async () => {
  let release = () => {}
  const target = await httpServer((_, response) => {
    release = () => response.end('ok')
  })
  const server = await serverNow()
  server.leaseSeconds = 0.3
  server.offer(...jobs(target, 1))
  start(server, { SONDE_AGENT_CONCURRENCY: '1' })
  await server.until(() => server.asked.some(({ running }) => running.includes('job-0')))
  release()
  await server.until(() => server.results.size === 1)
})

test('Leases of runs are renewed until the server has stored their results', async () => {
  const target = await httpServer((_, response) => response.end('ok'))
  const server = await serverNow()
  server.leaseSeconds = 0.3
  let refused = 0
  server.refuse = () => {
    refused++
    return 503
  }
  server.offer(...jobs(target, 1))
  start(server)
  await server.until(() => refused > 0)
  const before = server.asked.length
  const renewals = () => server.asked.slice(before).filter(({ running }) => running.includes('job-0')).length
  await server.until(() => renewals() > 2)
  server.refuse = () => null
  await server.until(() => server.results.size === 1)
})
