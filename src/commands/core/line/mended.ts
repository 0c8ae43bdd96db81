import type { World } from '../world.ts'
import { readLine } from './read.ts'
import { suggestionsFor } from './suggest.ts'

const MEANT = /^(?:Did you mean|By name$|Best match$)/

/**
 * The line that is meant by one of several that has a slip: with its first problem corrected, else what the console would offer first. Null
 * where nothing is near, or nothing is wrong.
 */
export const mendedLine = (line: string, world: World): string | null => {
  // Nobody types on in a pasted line: its last word is whole.
  const { command, problems } = readLine(`${line.trimEnd()} `, world)
  const [group] = command === null ? suggestionsFor(line, world) : []
  const offered = group && MEANT.test(group.title) ? group.items[0]?.line : undefined
  const meant = (problems[0]?.fix ?? offered)?.trim()
  return meant === undefined || meant === line.trim() ? null : meant
}
