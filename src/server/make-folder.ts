import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder, and those above it, unless they exist. Node's recursive `mkdir` never returns where a file system refuses a folder
 * whose parent exists by saying that there is no such file, as /proc does.
 */
export const makeFolder = (path: string, mode: number): void => {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
    // The umask took something away, and another account may have to enter the folder.
    if ((statSync(path).mode & mode) !== mode) chmodSync(path, mode)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error
  }
}
