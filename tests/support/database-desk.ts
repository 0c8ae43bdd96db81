import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openDatabases } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for a database of its own: POST gives one, DELETE with its name takes it back. */
    databaseDesk: string
  }
}

/**
 * One PostgreSQL for the whole run, started only when the first test file asks, so that a run of pure tests does not
 * wait for it. Vitest's global set-up runs in a process of its own, hence the desk speaks HTTP.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let databases: ReturnType<typeof openDatabases> | undefined
  const desk = createServer(async (request, response) => {
    try {
      databases ??= openDatabases()
      const { create, drop } = await databases
      const answer = request.method === 'POST' ? await create() : await drop(request.url?.slice(1) ?? '')
      response.end(JSON.stringify(answer ?? null))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  project.provide('databaseDesk', `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`)
  return async () => {
    desk.close()
    desk.closeAllConnections()
    const open = await databases?.catch(() => undefined)
    await open?.close()
  }
}
