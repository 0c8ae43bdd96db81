import { StartProblem } from '../start-problem.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this account',
  EPERM: 'may not be written by this account',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: "is over the account's disk quota",
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOENT: 'is not there',
  ELOOP: 'is a symbolic link that leads nowhere',
}

/** The system's code of a failed file operation, such as `EACCES`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Runs a file operation on `path`; what the operator can mend leaves as a `StartProblem` that names the path. */
export const onDisk = <Result>(path: string, operation: () => Result): Result => {
  try {
    return operation()
  } catch (error) {
    const reason = reasons[codeOf(error)]
    if (!reason) throw error
    throw new StartProblem(`The data directory ${path} ${reason}; choose another with SONDE_DATA_DIR.`, {
      cause: error,
    })
  }
}
