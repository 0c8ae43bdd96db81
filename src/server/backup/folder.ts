import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { StartProblem } from '../start-problem.ts'

/** A folder that gets its name only once it is complete. */
export type NewFolder = {
  /** The temporary folder to write to. */
  readonly dir: string
  /** Renames the folder to its final name, once it is on disk. */
  complete(): void
  /** Removes the temporary folder. */
  abandon(): void
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'is not writable for this account',
  EPERM: 'is not writable for this account',
  EROFS: 'is on a read-only disk',
  ENOTDIR: 'is not a directory',
  ENOENT: 'cannot be created',
}

/** Turns a disk error under `dir`, such as a full disk, into a `StartProblem`; returns other errors unchanged. */
export const diskProblem = (dir: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartProblem(
      `The disk of ${dir} is full: the backup was not finished and left nothing behind. Free some space, or use a folder on another disk.`,
      { cause },
    )
  const reason = reasons[code]
  return reason ? new StartProblem(`${dir} ${reason}: use another folder.`, { cause }) : cause
}

const sync = (dir: string): void => {
  const fd = openSync(dir, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** Creates a folder for `wanted`, which must not exist or be empty. Only this account may read it. */
export const newFolder = (wanted: string): NewFolder => {
  const path = resolve(wanted)
  const dir = join(dirname(path), `.${path.split('/').at(-1)}.incomplete-${process.pid}`)
  try {
    // A complete folder cannot take the name of a link.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new StartProblem(`${path} is a symbolic link: use a folder that does not exist yet.`)
    if (existsSync(path)) {
      if (readdirSync(path).length > 0)
        throw new StartProblem(`${path} is not empty: use a folder that does not exist yet.`)
      if (statSync(path).dev !== statSync(dirname(path)).dev)
        throw new StartProblem(`${path} is a mounted disk: use a new folder inside it.`)
    }
    makeFolder(dirname(path), 0o700)
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir, { mode: 0o700 })
  } catch (cause) {
    throw diskProblem(path, cause)
  }
  return {
    dir,
    complete: () => {
      sync(dir)
      renameSync(dir, path)
      sync(dirname(path))
    },
    abandon: () => rmSync(dir, { recursive: true, force: true }),
  }
}
