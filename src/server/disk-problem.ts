import { StartProblem } from './start-problem.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'is not writable for this account',
  EPERM: 'is not writable for this account',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
  EDQUOT: "is over the account's disk quota",
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOENT: 'cannot be created',
  ENAMETOOLONG: 'has a name that is too long',
  ELOOP: 'is a circular symbolic link',
}

/** Returns the system's error code of a failed file operation, such as `EACCES`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Runs a file operation on `path`, and turns its errors into a `StartProblem` that names the path. */
export const onDisk = <Result>(path: string, operation: () => Result): Result => {
  try {
    return operation()
  } catch (error) {
    if (codeOf(error) === '') throw error
    const reason = reasons[codeOf(error)] ?? `cannot be used (${codeOf(error)})`
    throw new StartProblem(`The data directory ${path} ${reason}: choose another one with SONDE_DATA_DIR.`, {
      cause: error,
    })
  }
}
