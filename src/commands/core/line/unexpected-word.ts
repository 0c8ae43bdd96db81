import { commands } from '../../registry.ts'
import { type Argument, argumentsOf } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import type { World } from '../world.ts'
import { quote, type Token } from './tokens.ts'
import { isFreeText, shapeOf } from './value-shape.ts'

/** A line as far as it is read. */
type Before = {
  readonly line: string
  readonly command: Command
  readonly world: World
  readonly bulk: Argument | null
  readonly seen: ReadonlySet<Argument>
  readonly args: Readonly<Record<string, unknown>>
}

/** Why a word is not expected, and what may stand in its place: of the word alone, or of the `text` that it begins. */
type Unexpected = {
  readonly sentence: string
  readonly instead: readonly string[]
  readonly span: 'word' | 'text'
  /** The whole line that may be meant. */
  readonly fix?: string
}

/** At most so many flags are named. */
const MOST_FLAGS = 5

/**
 * The problem of a word that no argument takes. It may be one more name, the rest of a text without quotes, the name of what is made, or
 * the value of an option.
 */
export const unexpectedWord = (word: Token, text: Token, before: Before): Unexpected => {
  const { command, bulk, world, seen, line } = before
  const sentence = `Unexpected word “${word.text}”`
  if (bulk?.kind && seen.has(bulk) && named(word.text, world.entities(bulk.kind)).length > 0)
    return {
      sentence: `${sentence}. Several ${nounsOf(bulk.kind)[1]} have commas between them: …,${line.slice(word.from, word.to)}.`,
      instead: [],
      span: 'word',
    }
  const begun = [...seen].find(
    (each) =>
      isFreeText(each) &&
      each.key !== bulk?.key &&
      line.slice(0, word.from).trimEnd().endsWith(String(before.args[each.key])),
  )
  if (begun) return { sentence: `${sentence}: put quotes around a text with spaces.`, instead: [], span: 'word' }
  const made = madeAtOnce(command)
  if (made) {
    const fix = `${made.words} ${line.slice(word.from)}`
    return { sentence: `${sentence}: “${command.words}” opens a form.`, instead: [fix], span: 'text', fix }
  }
  const free = argumentsOf(command).filter((each) => !each.required && !seen.has(each))
  const name = free.find(({ key }) => key === 'name')
  if (name)
    return {
      sentence: `${sentence}; a name is given with ${name.flag}.`,
      instead: [`${name.flag} ${quote(text.text)}`],
      span: 'text',
    }
  const [first] = free
  if (!first) return { sentence: `${sentence}.`, instead: [], span: 'word' }
  const flags = free.slice(0, MOST_FLAGS).map(({ flag }) => flag)
  const isValue = first.kind === null && shapeOf(first).text
  return {
    sentence: `${sentence}. More is given by ${flags.length > 1 ? 'options' : 'an option'}: ${flags.join(', ')}${free.length > MOST_FLAGS ? ' …' : '.'}`,
    instead: isValue ? [`${first.flag} ${quote(word.text)}`] : [],
    span: 'word',
  }
}

/** The command that makes at once the thing for which another one opens a form; null where there is none. */
const madeAtOnce = ({ words }: Command): Command | null => {
  const noun = /^new (.+)$/.exec(words)?.[1]
  return (noun && commands.find((each) => each.words === `create ${noun}` && !each.hidden)) || null
}
