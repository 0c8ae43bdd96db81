import { tokensOf } from '../commands/core/line/tokens.ts'
import { CATEGORIES } from '../contract/results/results.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf, listWord } from './line-of-words.ts'

/** Its own flags; each takes a value. */
const OWN_FLAGS = ['category', 'count']

/** The results that a watch is about. */
export type Watched = {
  /** Names or ids of monitors; none: all. `-` stands for standard input. */
  readonly names: readonly string[]
  /** None: all. */
  readonly categories: ReadonlySet<string>
  readonly count: number
}

/** The flags and names after `sonde watch`. Names have commas between them, as everywhere, or are words of their own. */
export const watchWords = (words: readonly string[]): Watched => {
  const flags = new Map<string, string>()
  const names: string[] = []
  const end = words.indexOf('--')
  const last = end < 0 ? words.length : end
  for (let at = 0; at < last; at++) {
    const [, name, inline] = /^--([a-z]+)(?:=(.*))?$/.exec(words[at] ?? '') ?? []
    if (name === undefined) names.push(words[at] ?? '')
    else if (OWN_FLAGS.includes(name)) flags.set(name, inline ?? words[++at] ?? '')
    else throw new TerminalFailure('usage', `“watch” has no --${name}.`)
  }
  const line = [...names.map(listWord), lineOf(words.slice(last))].join(' ')
  const parts = tokensOf(line).flatMap(({ parts }) => parts)
  const count = Number(flags.get('count') ?? Number.POSITIVE_INFINITY)
  if (!(count >= 1)) throw new TerminalFailure('usage', '--count takes a number from 1.')
  return { names: parts.filter((part) => part !== ''), categories: categoriesIn(flags.get('category') ?? ''), count }
}

const categoriesIn = (text: string): ReadonlySet<string> => {
  const categories = text.split(',').flatMap((each) => each.trim().toUpperCase() || [])
  const unknown = categories.find((each) => !CATEGORIES.some((known) => known === each))
  if (unknown !== undefined)
    throw new TerminalFailure('usage', `--category takes ${CATEGORIES.slice(0, 4).join(', ')}, not ${unknown}.`)
  return new Set(categories)
}
