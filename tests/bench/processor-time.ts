import { readFileSync } from 'node:fs'

/** Ticks of processor time in a second, as Linux counts them. */
const TICKS = 100

/** Seconds of processor time that processes have used; those that have ended count as 0. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      // The name of the program, in parentheses, may hold spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return sum + (Number(fields[11]) + Number(fields[12])) / TICKS
    } catch {
      return sum
    }
  }, 0)
