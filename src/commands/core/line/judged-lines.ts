import { kinds } from '../../kinds.ts'
import type { Command } from '../command.ts'
import type { Entity, EntityKind, World } from '../world.ts'
import { outrightProblem } from './perform-line.ts'
import { readLine } from './read.ts'
import { isDeciding, type Reading } from './reading.ts'

/** One of several lines before it runs: why it would not run as things are, or the number of the line whose object it names. */
export type JudgedLine = { readonly problem: string | null; readonly after: number | null }

/** An object that does not exist yet. */
type Coming = Entity & { readonly kind: EntityKind }

const isKind = (text: string): text is EntityKind => Object.hasOwn(kinds, text)

/** The kinds of the objects that a command creates or changes. */
const kindsOf = ({ writes = [] }: Command): ReadonlySet<EntityKind> =>
  new Set(writes.map((operation) => operation.slice(0, operation.indexOf('.'))).filter(isKind))

/** The objects that will have a name once a line has run: it creates or renames them. */
const namedBy = ({ line, command, args }: Reading): readonly Coming[] => {
  const { name } = args
  if (command === null || typeof name !== 'string') return []
  return [...kindsOf(command)].map((kind) => ({ kind, id: line, name }))
}

const isReadable = (reading: Reading): boolean =>
  reading.command !== null && reading.missing === null && (reading.problems.length === 0 || isDeciding(reading))

/**
 * Judges several lines from the first that has not run. A line that names what an earlier one creates is judged when it is its turn: until
 * then it only says after which line that is.
 */
export const judgedLines = (lines: readonly string[], done: number, world: World): readonly JudgedLine[] => {
  const made: (Coming & { readonly after: number })[] = []
  const worldAfter = (entities: readonly Coming[]): World => ({
    ...world,
    entities: (kind) => [...world.entities(kind), ...entities.filter((each) => each.kind === kind)],
  })
  return lines.map((line, at) => {
    if (at < done) return { problem: null, after: null }
    const reading = readLine(line, world)
    const later = made.length > 0 ? readLine(line, worldAfter(made)) : reading
    const problem = isDeciding(reading) ? null : outrightProblem(reading, world)
    const isLater = problem !== null && !isReadable(reading) && isReadable(later)
    // The last line without which this one says nothing.
    const last = isLater
      ? made.findLast((each) => !isReadable(readLine(line, worldAfter(made.filter((other) => other !== each)))))
      : undefined
    const read = isLater ? later : reading
    if (isReadable(read)) for (const entity of namedBy(read)) made.push({ ...entity, after: at + 1 })
    return isLater ? { problem: null, after: last?.after ?? made[0]?.after ?? null } : { problem, after: null }
  })
}
