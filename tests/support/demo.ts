import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Installation } from './installation.ts'
import type { Programs } from './programs.ts'

/** Gives `sonde demo` beside a running installation, in its database; answers what it printed. */
export const giveDemo = async (
  { folder, databaseUrl }: Pick<Installation, 'folder' | 'databaseUrl'>,
  programs: Pick<Programs, 'server'>,
  ...words: string[]
): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [programs.server, 'demo', ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SONDE_DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl(),
    },
  })
  return stdout
}
