import { readdirSync, readFileSync } from 'node:fs'

const PAGE_BYTES = 4_096

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The process group of `/proc/<pid>/stat`: the third field after the name, which is in parentheses and may hold anything. */
const groupOf = (pid: string): number => {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
}

/** The processes of a group, where the system tells. */
export const processesOfGroup = (leader: number): string[] =>
  process.platform === 'linux' ? readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && groupOf(pid) === leader) : []

/**
 * Memory of all processes of a group, without what they share with others such as the program's own code, in bytes. 0 where the system
 * does not tell.
 */
export const groupMemoryBytes = (leader: number | undefined): number => {
  if (leader === undefined) return 0
  let pages = 0
  for (const pid of processesOfGroup(leader)) {
    const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number)
    pages += resident - shared
  }
  return pages * PAGE_BYTES
}
