import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartProblem } from '../start-problem.ts'

/** A folder that appears under its name only when it is whole. */
export type NewFolder = {
  /** Where to write meanwhile. */
  readonly dir: string
  /** Gives it its name, once it is on the disk. */
  complete(): void
  /** Removes what was written. */
  abandon(): void
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this account',
  EPERM: 'may not be written by this account',
  EROFS: 'is on a read-only disk',
  ENOTDIR: 'is not a directory',
  ENOENT: 'is not there',
}

/** The sentence for an error of the disk under `dir`, such as a full one; other errors as they are. */
export const diskProblem = (dir: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartProblem(
      `The disk of ${dir} is full: the backup was not finished, and nothing of it was kept. Make room, or name a folder on another disk.`,
      { cause },
    )
  const reason = reasons[code]
  return reason ? new StartProblem(`${dir} ${reason}: name another folder.`, { cause }) : cause
}

const sync = (dir: string): void => {
  const fd = openSync(dir, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** Makes a folder for `wanted`, which must not exist or be empty. Only this account may look into it. */
export const newFolder = (wanted: string): NewFolder => {
  const path = resolve(wanted)
  const dir = join(dirname(path), `.${path.split('/').at(-1)}.incomplete-${process.pid}`)
  try {
    if (existsSync(path)) {
      if (readdirSync(path).length > 0)
        throw new StartProblem(`${path} is not empty: name a folder that does not exist yet.`)
      if (statSync(path).dev !== statSync(dirname(path)).dev)
        throw new StartProblem(`${path} is a mounted disk: name a folder in it that does not exist yet.`)
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
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
