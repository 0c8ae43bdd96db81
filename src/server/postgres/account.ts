import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that PostgreSQL runs as where the server itself is root, which PostgreSQL refuses to be. */
export type Account = { readonly uid: number; readonly gid: number }

/** `nobody`, which every Linux has. */
const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * The account to run PostgreSQL as: the server's own (null) unless the server is root, then whoever owns the cluster
 * already, so that one start as root does not take the data away from the account that usually runs the server.
 */
export const accountFor = (clusterDir: string): Account | null => {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Permission bits as in a mode's last digit. */
const enter = 1
const readAndEnter = 5

const permits = (account: Account, file: Stats, bits: number): boolean => {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}

/**
 * Whether the account may walk to `path` and read and enter it, judged by owner, group and permission bits. `path` is
 * a real path (no symbolic links). Without an account the answer is yes: then the server walks there itself.
 */
export const canReach = (account: Account | null, path: string): boolean => {
  if (!account) return true
  if (!permits(account, statSync(path), readAndEnter)) return false
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    if (!permits(account, statSync(dir), enter)) return false
    if (dir === dirname(dir)) return true
  }
}
