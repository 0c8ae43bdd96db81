import { closestTo } from './closest.ts'
import { noHelp } from './line-problems.ts'
import type { Problem } from './reading.ts'
import type { Token } from './tokens.ts'

/** The states after `is:`, each with the flags of `filter monitors` that it stands for. */
export const STATES: ReadonlyMap<string, string> = new Map([
  ['failing', '--result FAIL'],
  ['down', '--result FAIL'],
  ['slow', '--result SLOW'],
  ['warning', '--result WARNING'],
  ['passing', '--result PASS'],
  ['up', '--result PASS'],
  ['new', '--result NONE'],
  ['scheduled', '--monitored'],
  ['unscheduled', '--no-monitored'],
  ['api', '--type api'],
  ['browser', '--type browser'],
])

/** Whether a word filters monitors: `is:failing`, `tag:shop`, `-tag:shop`. */
export const isFilter = (word: string): boolean => /^(is|tag|-tag):/i.test(word)

/** The first `is:` of a line that names no state. At the end of the line it may not be typed out yet. */
export const unknownState = (line: string, tokens: readonly Token[]): Problem | null => {
  const names = [...STATES.keys()]
  for (const { from, to, text } of tokens) {
    const state = /^is:(.*)$/is.exec(text)?.[1]?.toLowerCase()
    if (state === undefined || STATES.has(state)) continue
    const isBegun = to === line.length && names.some((name) => name.startsWith(state))
    const near = closestTo(state, names)
    const [nearest] = near
    return {
      ...noHelp,
      from,
      to,
      sentence: `No state is called “${state}”. States are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
      unfinished: isBegun,
      instead: near.map((name) => `is:${name}`),
      fix: nearest === undefined ? null : `${line.slice(0, from)}is:${nearest}${line.slice(to)}`,
    }
  }
  return null
}
