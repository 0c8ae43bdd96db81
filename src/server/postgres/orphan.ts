import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartProblem } from '../start-problem.ts'
import { codeOf } from './disk-problem.ts'

/** Above every system's highest process id, so that no process ever has it. */
const nobodysPid = 2_147_483_647
const pollMs = 20
/** How long the orphan may take to end at each signal: the gentle one first, which lets it write its last checkpoint. */
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
      // The program may have been deleted by an update since it was started.
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

/** The process id in the cluster's pid file, or null where there is none. */
const pidIn = (clusterDir: string): number | null => {
  try {
    const pid = Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

/**
 * A number that another process has by now would make PostgreSQL refuse for good. Only the number is taken out: the rest
 * of the file lets PostgreSQL see whether old backends still use the cluster's memory.
 */
const disownPid = (clusterDir: string): void => {
  const file = join(clusterDir, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(nobodysPid)))
}

/**
 * Stops the PostgreSQL that a killed server left behind in the cluster. Only a process that is verified to be this
 * directory's PostgreSQL is signalled. The caller holds the directory's owner lock.
 */
export const stopOrphan = async (clusterDir: string, log: (line: string) => void): Promise<void> => {
  const pid = pidIn(clusterDir)
  if (pid === null || !isAlive(pid)) return
  if (!runsIn(pid, clusterDir)) return disownPid(clusterDir)
  log(`Stopping the PostgreSQL (process ${pid}) that an earlier server left running`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < patienceMs[signal]; waitedMs += pollMs) {
      await wait(pollMs)
      if (!runsIn(pid, clusterDir)) return
    }
  }
  throw new StartProblem(
    `A PostgreSQL of an earlier server (process ${pid}) still runs in ${clusterDir} and does not stop.`,
  )
}
