import { lchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Gives what root created in a folder to the folder's owner, whose own start it would otherwise prevent. */
export const giveToFolderOwner = (path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid === 0) return
  try {
    lchownSync(path, uid, gid)
  } catch {
    // A container may keep root from it; this start works all the same.
  }
}
