import { execFileSync } from 'node:child_process'

/** A process and all that it started, by their ids. */
export const familyOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const grow = (parent: number): number[] => [
    parent,
    ...rows.flatMap(([child = 0, its]) => (its === parent ? grow(child) : [])),
  ]
  return grow(pid)
}
