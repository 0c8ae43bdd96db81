import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { onDisk } from '../disk-problem.ts'
import { makeFolder } from '../make-folder.ts'

/** Creates the data directory if missing, closed to other accounts, and returns its real path. */
export const prepareDirectory = (dataDir: string): string => {
  const path = resolve(dataDir)
  // If the server is root, PostgreSQL runs as another account, which may pass through the directory but not list it.
  onDisk(path, () => makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700))
  return onDisk(path, () => realpathSync(path))
}
