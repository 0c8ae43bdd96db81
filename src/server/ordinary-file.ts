import { statSync } from 'node:fs'
import { StartProblem } from './start-problem.ts'

/** Whether this is a pipe, socket or device: reading or writing one could wait or go on for ever. */
const isSpecial = (path: string): boolean => {
  try {
    const found = statSync(path)
    return !found.isFile() && !found.isDirectory()
  } catch {
    // Missing, or below something that is no folder: whoever reads it says so.
    return false
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Refuses a file of a backup that is a pipe, socket or device. A missing file passes. */
export const refuseSpecialFile = (path: string): void => {
  if (isSpecial(path))
    throw new StartProblem(
      `${path} is not an ordinary file, so this is not a backup made by Sonde: use another backup.`,
    )
}

/** Refuses a file of the data directory that is a folder, pipe, socket or device. A missing file passes. */
export const refuseSpecialDataFile = (path: string): void => {
  if (isSpecial(path) || isFolder(path))
    throw new StartProblem(
      `${path} is not an ordinary file: remove it, or restore the file from a copy of the data directory.`,
    )
}
