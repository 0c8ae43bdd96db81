import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../disk-problem.ts'
import { StartProblem } from '../start-problem.ts'

/** Above every system's highest process id, so that no process ever has it. */
const nobodysPid = 2_147_483_647
const pollMs = 20
/** Time for the orphan to end after each signal: SIGINT first, which lets it write its last checkpoint. */
const patienceMs = { SIGINT: 15_000, SIGQUIT: 10_000 } as const

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const runsIn = (pid: number, clusterDir: string): boolean => {
  try {
    if (existsSync('/proc/self/exe')) {
      // An update may have deleted the program since it started.
      const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
      const cwd = statSync(`/proc/${pid}/cwd`)
      const dir = statSync(clusterDir)
      return program === 'postgres' && cwd.ino === dir.ino && cwd.dev === dir.dev
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return /\/postgres\s/.test(command) && command.includes(`-D ${realpathSync(clusterDir)} `)
  } catch {
    return false
  }
}

/** Returns the process id in the cluster's pid file; null if there is none. */
const pidIn = (clusterDir: string): number | null => {
  try {
    const pid = Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

/**
 * Replaces the process id in the pid file: if another process has that id by now, PostgreSQL would refuse to start for ever. The rest of
 * the file stays, because it tells PostgreSQL whether old backends still use the cluster's memory.
 */
const disownPid = (clusterDir: string): void => {
  const file = join(clusterDir, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(nobodysPid)))
}

/**
 * Stops the PostgreSQL that a killed server left running in the cluster. Only signals a process verified to be this directory's
 * PostgreSQL. The caller holds the directory's owner lock.
 */
export const stopOrphan = async (clusterDir: string, log: (line: string) => void): Promise<void> => {
  const pid = pidIn(clusterDir)
  if (pid === null || !isAlive(pid)) return
  if (!runsIn(pid, clusterDir)) return disownPid(clusterDir)
  log(`Stopping PostgreSQL (process ${pid}), left running by an earlier server`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < patienceMs[signal]; waitedMs += pollMs) {
      await wait(pollMs)
      if (!runsIn(pid, clusterDir)) return
    }
  }
  throw new StartProblem(
    `PostgreSQL (process ${pid}), left running in ${clusterDir} by an earlier server, does not stop: end that process, then start again.`,
  )
}
