import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, onDisk } from './disk-problem.ts'
import { giveToFolderOwner } from './folder-owner.ts'
import { refuseSpecialDataFile } from './ordinary-file.ts'
import { StartProblem } from './start-problem.ts'

/** Errors of a file that belongs to another account. */
const CLOSED = ['EACCES', 'EPERM']

/** Runs a file operation, and names the file in a `StartProblem` if it belongs to another account. */
export const onDataFile = <Result>(path: string, done: 'read' | 'written', operation: () => Result): Result => {
  try {
    return operation()
  } catch (cause) {
    if (!CLOSED.includes(codeOf(cause)) || !existsSync(path)) throw cause
    throw new StartProblem(`${path} cannot be ${done} by this account: give it to the account that runs Sonde.`, {
      cause,
    })
  }
}

/** Returns the trimmed text of a file of the data directory; null if it is missing. Throws a `StartProblem` that names the file. */
export const readDataFile = (path: string): string | null => {
  refuseSpecialDataFile(path)
  return onDisk(dirname(path), () => {
    try {
      return onDataFile(path, 'read', () => readFileSync(path, 'utf8').trim())
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return null
      throw cause
    }
  })
}

/**
 * Writes a file of the data directory, which only the account of the folder can read. Throws a `StartProblem` that names the file or its
 * folder.
 */
export const writeDataFile = (path: string, text: string): void => {
  refuseSpecialDataFile(path)
  onDisk(dirname(path), () => {
    onDataFile(path, 'written', () => writeFileSync(path, text, { mode: 0o600, flush: true }))
    giveToFolderOwner(path)
  })
}
