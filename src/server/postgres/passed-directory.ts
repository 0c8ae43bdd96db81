import { closeSync, existsSync, openSync } from 'node:fs'
import { StartProblem } from '../start-problem.ts'
import { type Account, canReach } from './account.ts'

/** A directory passed to a child process: the path that the child uses, and the descriptor to pass as its third. */
export type PassedDirectory = { readonly path: string; readonly fd: number | null; close(): void }

/**
 * Passes `dir` to a child that runs as `account`. If the account cannot reach the directory (below `/root`, for example), root opens it
 * and the child enters through the open descriptor, for which only the directory's own permissions count.
 */
export const passDirectory = (dir: string, account: Account | null): PassedDirectory => {
  if (canReach(account, dir)) return { path: dir, fd: null, close: () => undefined }
  if (!existsSync('/proc/self/fd')) {
    throw new StartProblem(
      `PostgreSQL does not run as root and no other account may enter ${dir}: start Sonde as an ordinary user, or choose another SONDE_DATA_DIR.`,
    )
  }
  const fd = openSync(dir, 'r')
  return { path: '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}
