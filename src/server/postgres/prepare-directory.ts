import { mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { onDisk } from './disk-problem.ts'

/** Makes the data directory where it is not there, and gives its real path. Others may not look into it. */
export const prepareDirectory = (dataDir: string): string => {
  const path = resolve(dataDir)
  // Root's PostgreSQL runs as another account, which may walk through but not look around.
  onDisk(path, () => mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 }))
  return onDisk(path, () => realpathSync(path))
}
