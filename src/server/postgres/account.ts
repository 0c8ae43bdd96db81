import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that PostgreSQL runs as when the server is root, because PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number }

/** The account `nobody`, which exists on every Linux. */
const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * Returns the account to run PostgreSQL as: null (the server's own) unless the server is root; then the cluster's owner, so that one
 * start as root does not lock the data away from the usual account.
 */
export const accountFor = (clusterDir: string): Account | null => {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Permission bits of one digit of a mode. */
const enter = 1
const readAndEnter = 5

const permits = (account: Account, file: Stats, bits: number): boolean => {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}

/**
 * Whether the account may reach, read and enter `path`, judged by owner, group and permission bits. `path` is a real path (no symbolic
 * links). Always true without an account, because the server itself then opens it.
 */
export const canReach = (account: Account | null, path: string): boolean => {
  if (!account) return true
  if (!permits(account, statSync(path), readAndEnter)) return false
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    if (!permits(account, statSync(dir), enter)) return false
    if (dir === dirname(dir)) return true
  }
}
