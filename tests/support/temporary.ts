import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { home } from './sources.ts'

/** Some laws are about a server that root starts, and can be tried only as root. */
export const isRoot = process.getuid?.() === 0

/** Whether every account may enter a folder: the folder itself and all above it. */
const isOpen = (folder: string): boolean => {
  if ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) % 2 === 0) return false
  return dirname(folder) === folder || isOpen(dirname(folder))
}

/** The temporary folder, or where it is closed to other accounts, a usual one that is open. */
const openTemporary = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => isOpen(folder)) ?? null

/** A folder for one test, readable by all and deleted with all that is in it when the test is over. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(openTemporary ?? tmpdir(), 'sonde-test-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const otherAccountProblem = (): string | null => {
  if (!isRoot) return 'Only root may start programs as another account.'
  if (openTemporary) return null
  return `Other accounts cannot enter the temporary folder ${tmpdir()}: set TMPDIR to another one.`
}

/** Why tests that start programs as another account are skipped on this machine; null where they run. */
export const noOtherAccount = otherAccountProblem()

/** Why tests that run code of this checkout as another account are skipped on this machine; null where they run. */
export const noOtherReader =
  noOtherAccount ?? (isOpen(realpathSync(home)) ? null : `Other accounts cannot enter the checkout ${home}.`)
