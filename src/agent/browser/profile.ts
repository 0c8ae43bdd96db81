import { chmodSync, chownSync, mkdtempSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

const PROFILE = /^sonde-browser-(\d+)-/

const mayEnter = (account: Account, folder: string): boolean => {
  const { uid, gid, mode } = statSync(folder)
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
  return (bits & 1) === 1 && (dirname(folder) === folder || mayEnter(account, dirname(folder)))
}

const isOpenTo = (account: Account, folder: string): boolean => {
  try {
    return mayEnter(account, realpathSync(folder))
  } catch {
    return false
  }
}

/** Returns the folder of the profiles: the temporary folder or, where it is closed to Chromium's account, a usual one that is open. */
export const profileFolder = (account: Account | null): string =>
  (account && [tmpdir(), '/tmp', '/var/tmp'].find((folder) => isOpenTo(account, folder))) ?? tmpdir()

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, but belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Deletes the profiles of agents that were killed. */
const deleteLeftProfiles = async (folder: string): Promise<void> => {
  const left = readdirSync(folder).filter((name) => PROFILE.test(name) && !isRunning(Number(PROFILE.exec(name)?.[1])))
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

/** Makes a directory that only Chromium's account can enter. It holds no page: contexts keep theirs in memory. */
export const makeProfile = (account: Account | null): string => {
  const folder = profileFolder(account)
  void deleteLeftProfiles(folder)
  const profile = mkdtempSync(join(folder, `sonde-browser-${process.pid}-`))
  chmodSync(profile, 0o700)
  if (account) chownSync(profile, account.uid, account.gid)
  return profile
}
