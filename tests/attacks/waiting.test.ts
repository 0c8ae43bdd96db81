import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTurnstile } from '../../src/server/http/turnstile.ts'
import { startServer, type TestServer } from '../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
})
afterAll(() => running.stop())

test('addresses that never answer leave the store to everyone else', async () => {
  const held: ServerResponse[] = []
  let asked: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    asked = resolve
  })
  const silent = createServer((_, response) => {
    held.push(response)
    asked()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/file.json`
  const fetching = Array.from({ length: 25 }, () => running.api.call('POST', '/api/2/files/url', { url }))
  await first
  // More than the pool has connections: had they taken them all, this would wait until one of them is given up.
  for (let count = 0; count < 5; count++)
    expect((await running.api.call('GET', '/api/2/files/?limit=1')).status).toBe(200)
  expect(held.length).toBeLessThan(20)
  silent.on('request', (_, response) => response.destroy())
  for (const response of held) response.destroy()
  await Promise.all(fetching)
  silent.close()
})

test('fields of an upload take little memory together', async () => {
  const form = new FormData()
  for (let count = 0; count < 3; count++) form.append('tags', 'a'.repeat(1024 * 1024))
  form.append('file', new Blob(['{}']), 'a.json')
  const { base, key } = running.api
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${base}/api/3/files/`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(413)
})

test('projects take turns at a turnstile, and one that fails lets the next one in', async () => {
  const turnstile = openTurnstile({ most: 2, ofProject: 1 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<void>((_, reject) => {
      begun.push(name)
      ends.push(() => reject(new Error(name)))
    })
  const all = [turnstile(1, work('a')), turnstile(1, work('b')), turnstile(2, work('c'))]
  const settled = Promise.allSettled(all)
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c'])
  ends[0]?.()
  await expect(all[0]).rejects.toThrow('a')
  await expect.poll(() => begun).toEqual(['a', 'c', 'b'])
  for (const end of ends) end()
  await settled
})

test('a single piece of work waits for one turn of each other project, however many of theirs wait', async () => {
  const turnstile = openTurnstile({ most: 1, ofProject: 1 })
  const begun: string[] = []
  const work = (name: string) => async () => void begun.push(name)
  const many = [1, 1, 1, 2, 2, 2].map((project, at) => turnstile(project, work(`${project}.${at % 3}`)))
  await Promise.all([...many, turnstile(3, work('3.0'))])
  expect(begun).toEqual(['1.0', '1.1', '2.0', '3.0', '1.2', '2.1', '2.2'])
})
