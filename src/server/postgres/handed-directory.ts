import { closeSync, existsSync, openSync } from 'node:fs'
import { StartProblem } from '../start-problem.ts'
import { type Account, canReach } from './account.ts'

/** A directory as a child process is given it: the path to name it by, and the descriptor to pass as the child's third. */
export type HandedDirectory = { readonly path: string; readonly fd: number | null; close(): void }

/**
 * Hands `dir` to a child of `account`. Where the account may not walk there (a data directory below `/root`), root opens
 * it and the child enters through the open descriptor: that asks for the directory's own permission only.
 */
export const handDirectory = (dir: string, account: Account | null): HandedDirectory => {
  if (canReach(account, dir)) return { path: dir, fd: null, close: () => undefined }
  if (!existsSync('/proc/self/fd')) {
    throw new StartProblem(
      `PostgreSQL does not run as root and no other account may enter ${dir}: start Sonde as an ordinary user, or choose another SONDE_DATA_DIR.`,
    )
  }
  const fd = openSync(dir, 'r')
  return { path: '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}
