import { statSync } from 'node:fs'
import { StartProblem } from '../start-problem.ts'

/** Refuses a file of a backup that is a pipe, socket or device: reading one could wait or go on for ever. A missing file passes. */
export const refuseSpecialFile = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile() && !found.isDirectory())
    throw new StartProblem(
      `${path} is not an ordinary file, so this is not a backup made by Sonde: use another backup.`,
    )
}
