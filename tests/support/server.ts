import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfiguration } from '../../src/server/configuration.ts'
import type { Providers } from '../../src/server/delivery/channels/providers.ts'
import { openServer, type Server } from '../../src/server/server.ts'
import { type Api, apiWith } from './api.ts'
import { freshDatabase } from './postgres.ts'

export const ADMIN_KEY = 'TestKey-0123456789-abcdefghijklmn'

export const ADMIN_PASSWORD = 'correct horse battery'

export type TestServer = {
  readonly server: Server
  /** Calls with the OWNER key of the first project. */
  readonly api: Api
  readonly databaseUrl: string
  readonly dataDir: string
  /** What the server wrote to its log. */
  readonly log: string[]
  stop(): Promise<void>
}

/** A real server on a free port, on a database of its own, that holds its own answers against the contract. */
export const startServer = async (
  options: {
    env?: Record<string, string>
    clock?: () => number
    agent?: boolean
    webDir?: string
    terminalFile?: string
    providers?: Providers
  } = {},
): Promise<TestServer> => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-server-'))
  const log: string[] = []
  const configuration = readConfiguration(
    {
      PORT: '0',
      DATABASE_URL: database.url,
      SONDE_DATA_DIR: dataDir,
      SONDE_ADMIN_EMAIL: 'ada@example.com',
      SONDE_ADMIN_PASSWORD: ADMIN_PASSWORD,
      SONDE_ADMIN_API_KEY: ADMIN_KEY,
      // All callers of a test share an address, and tests hurry; those of the limits switch them on.
      SONDE_LIMITS: 'off',
      ...options.env,
    },
    (line) => log.push(line),
  )
  const server = await openServer({
    configuration,
    log: (line) => log.push(line),
    onStep: () => {},
    clock: options.clock ?? Date.now,
    agent: options.agent ? ['--import', 'tsx', join(import.meta.dirname, '../../src/agent/main.ts')] : null,
    ...(options.webDir !== undefined && { webDir: options.webDir }),
    ...(options.terminalFile !== undefined && { terminalFile: options.terminalFile }),
    ...(options.providers && { providers: options.providers }),
    checkAnswers: true,
  })
  await server.ready()
  return {
    server,
    api: apiWith(server.url, ADMIN_KEY),
    databaseUrl: database.url,
    dataDir,
    log,
    stop: async () => {
      await server.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
