import { connect as openSocket, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { connect, rpc } from './connecting.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

/** Requests that are answered at a time, those that wait for them, and some more. */
const WORKING = 8
const WAITING = 24
const MORE = 4

/** A request whose body never ends. */
const openEndless = (token: string): Socket => {
  const { hostname, port } = new URL(running.server.url)
  const socket = openSocket(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 100\r\n\r\n{`,
  )
  return socket
}

test('requests beyond the limit wait for the others, and too many are told so as an answer', async () => {
  const { url } = running.server
  const ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { access } = await connect(url, ada)
  const endless = Array.from({ length: WORKING }, () => openEndless(access))
  const asked = () => rpc(url, access, 'tools/call', { name: 'find_tools', arguments: { words: 'mute' } })
  type Answered = Awaited<ReturnType<typeof asked>>
  const isRefused = ({ body }: Answered) => JSON.stringify(body).includes('Wait for the others, and call it again')
  for (;;) {
    const batch = Array.from({ length: WAITING + MORE }, asked)
    const refused = batch.map(async (each) => (isRefused(await each) ? true : Promise.reject(new Error('answered'))))
    // Until most of the endless ones are being read, none of a batch is refused.
    if (!(await Promise.any(refused).catch(() => false))) continue
    for (const socket of endless) socket.destroy()
    const answers = await Promise.all(batch)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const told = answers.filter(isRefused)
    expect(answers.length - told.length).toBeGreaterThanOrEqual(WAITING)
    expect(told[0]?.body).toMatchObject({ id: 1, result: { isError: true } })
    break
  }
})
