import { resolve } from 'node:path'

/** Options of `npm run dev`, from its arguments and environment variables. */
export type DevOptions = {
  readonly host: string
  /** Where the browser goes. The server itself listens on the next port, and its sample API on the one after. */
  readonly port: number
  /** Database, keys and agent; apart from the data of `npm start`, because a migration under development may change it. */
  readonly dataDir: string
  /** Null: an embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | null
  /** Whether to fill a demo project. */
  readonly demo: boolean
}

export const DEV_HELP = `Usage: npm run dev [-- --demo]

Runs Sonde from its sources. A changed component is replaced in the open page, with its state; a changed file of the server or
the agent restarts both, while the database stays.

  --demo   create a demo project of 30 monitors with a week of results, unless there is one
  --help   print this

PORT (4600), HOST (127.0.0.1), SONDE_DATA_DIR (.sonde-dev), DATABASE_URL and all other variables of the server are respected;
docs/operating.md lists them. The server itself takes the port after PORT, and its sample API the one after that.
`

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the options; returns a sentence for the terminal if an argument or the port is wrong. */
export const readDevOptions = (words: readonly string[], env: Environment): DevOptions | string => {
  const wrong = words.find((word) => word !== '--demo')
  if (wrong !== undefined) return `npm run dev has no option ${wrong}; it takes --demo and --help.`
  const port = Number(env.PORT ?? 4600)
  // Two more ports follow it.
  if (!Number.isInteger(port) || port < 1 || port > 65_533) return 'PORT must be a number from 1 to 65533.'
  return {
    host: env.HOST ?? '127.0.0.1',
    port,
    dataDir: resolve(env.SONDE_DATA_DIR ?? '.sonde-dev'),
    databaseUrl: env.DATABASE_URL || null,
    demo: words.includes('--demo'),
  }
}
