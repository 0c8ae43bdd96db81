import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { buildPrograms, type Programs } from './programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the built programs: GET answers their paths. */
    programDesk: string
  }
}

/** One build of the programs for the whole run, made only when the first test file asks for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let programs: Promise<Programs> | undefined
  const desk = createServer(async (_, response) => {
    try {
      programs ??= buildPrograms()
      const { server, agent, cli } = await programs
      response.end(JSON.stringify({ server, agent, cli }))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  project.provide('programDesk', `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`)
  return async () => {
    desk.close()
    desk.closeAllConnections()
    const built = await programs?.catch(() => undefined)
    built?.remove()
  }
}
