import fc from 'fast-check'
import type { AnyStateMachine } from 'xstate'
import type { Example } from '../../../machines/chart/example.ts'
import { plain } from '../../../machines/chart/plain.ts'
import { generalLaws } from './general.ts'
import type { Row } from './law.ts'
import { type Move, movesFor } from './moves.ts'
import { type Moment, walkOf } from './walk.ts'

/** A law that a walk broke, and the way there: one line for each move, with the state that it led to. */
export type Broken = { readonly law: string; readonly path: readonly string[] }

const stateText = ({ after }: Moment): string =>
  typeof after.value === 'string' ? after.value : JSON.stringify(plain(after.value))

/** The move with a label, or the first whose label begins so. */
const moveNamed = (moves: readonly Move[], label: string): Move => {
  const move = moves.find((one) => one.label === label) ?? moves.find((one) => one.label.startsWith(label))
  if (!move)
    throw new Error(`The chart has no move "${label}". Its moves:\n${moves.map((one) => one.label).join('\n')}`)
  return move
}

/** Takes moves one after the other, and stops at the first law that does not hold. */
const tryMoves = (example: Example, row: Row, moves: readonly Move[]): Broken | null => {
  const laws = Object.entries({ ...generalLaws(row), ...row.laws }).map(
    ([sentence, make]) => [sentence, make()] as const,
  )
  const path: string[] = []
  const walk = walkOf(example, row.acts)
  const check = (moment: Moment, line: string | null): Broken | null => {
    if (line !== null) path.push(`${line} → ${stateText(moment)}`)
    const broken = laws.find(([, holds]) => !holds(moment))
    return broken ? { law: broken[0], path } : null
  }
  let last: string | null = null
  try {
    const atStart = check(walk.start(), null)
    if (atStart) return atStart
    for (const move of moves) {
      last = move.label
      const moment = walk.move(move)
      const broken = moment && check(moment, move.label)
      if (broken) return broken
    }
    last = null
    const { inFlight } = walk.end()
    return inFlight.length > 0 ? { law: 'a stopped chart runs nothing', path } : null
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { law: `no event throws (${words})`, path: last === null ? path : [...path, `${last} → thrown`] }
  }
}

/** Takes a path as a broken law prints it: each line is a move, and perhaps the state that it leads to. */
export const tryPath = (example: Example, row: Row, path: readonly string[]): Broken | null => {
  const moves = movesFor(example)
  return tryMoves(
    example,
    row,
    path.map((line) => moveNamed(moves, line.replace(/ → .*$/, ''))),
  )
}

/** How long to walk: seed and number of walks, from the environment for longer and random ones. */
export type Effort = { readonly seed: number; readonly walks: number; readonly steps: number }

/** Walks an example at random, and returns the shortest way to a broken law that it finds; null if all hold. */
export const fuzz = (example: Example, row: Row, { seed, walks, steps }: Effort): Broken | null => {
  const all = movesFor(example)
  const { without = [] } = row
  const moves = all.filter((move) => move.kind !== 'event' || !without.some((words) => move.label.startsWith(words)))
  const before = (row.prologue ?? []).map((label) => moveNamed(all, label))
  // Ends of effects lead on; time and events of every kind may come between.
  const random = fc.array(fc.constantFrom(...moves, ...moves.filter(({ kind }) => kind === 'end')), {
    maxLength: steps,
    size: 'max',
  })
  const property = fc.property(random, (taken) => tryMoves(example, row, [...before, ...taken]) === null)
  const { counterexample } = fc.check(property, { seed, numRuns: walks, endOnFailure: false })
  return counterexample ? tryMoves(example, row, [...before, ...counterexample[0]]) : null
}

/** A broken law in words: its way as a test takes it, and how to walk there again. */
export const wordsOf = ({ law, path }: Broken, machine: AnyStateMachine, { seed, walks, steps }: Effort): string =>
  [
    `${machine.id}: ${law}. The way there, as tests/machines/fuzz/found.test.ts takes it:`,
    ...path.map((line) => `  ${JSON.stringify(line)},`),
    `Again: SONDE_FUZZ_SEED=${seed} SONDE_FUZZ_WALKS=${walks} SONDE_FUZZ_STEPS=${steps}`,
  ].join('\n')
