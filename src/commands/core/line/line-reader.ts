import { type Argument, argumentsOf, bulkArgumentOf, lacksOption } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import type { Command } from '../command.ts'
import { timeOf } from '../time-words.ts'
import { lineNameIn } from '../unique-name.ts'
import type { World } from '../world.ts'
import { flagsNear } from './flags-near.ts'
import { lackedName } from './lacked-name.ts'
import { noHelp, openQuote, rivalNames, unclearEnd } from './line-problems.ts'
import { expectation, labelOf, type Read, readValue } from './read-value.ts'
import type { Problem, Reading, Role } from './reading.ts'
import { quote, type Token, tokenAt } from './tokens.ts'
import { type BareText, unclearText } from './unclear-text.ts'
import { unexpectedWord } from './unexpected-word.ts'
import { isFreeText, shapeOf } from './value-shape.ts'
import { endsWithComma, itemsOf, type Neighbours, startOfLast, textAt, valueAt } from './words-of-names.ts'
import { wrongValues } from './wrong-values.ts'

const YES = new Set(['true', 'yes', 'on'])
const NO = new Set(['false', 'no', 'off'])
/** After so many, the rest of a line is not looked at: it does not run anyway. */
const MOST_PROBLEMS = 20

/** Walks through the tokens after a command's words. */
export class LineReader {
  readonly line: string
  readonly command: Command
  readonly rest: readonly Token[]
  readonly world: World
  readonly args: Record<string, unknown> = {}
  readonly tokens: { from: number; to: number; role: Role }[] = []
  readonly problems: Problem[] = []
  /** What was given by names, until the line ends. */
  readonly maps = new Map<Argument, Map<string, string>>()
  /** Arguments that were given by their place. */
  readonly byPlace = new Set<Argument>()
  /** Texts of several words without quotes. */
  readonly texts: BareText[] = []
  /** Arguments that were named, rightly or wrongly. */
  readonly seen = new Set<Argument>()
  readonly bulk: Argument | null
  current: Argument | null = null
  piece: { from: number; text: string }
  confirmed: string | null = null
  at = 0

  constructor(line: string, command: Command, rest: readonly Token[], world: World) {
    this.line = line
    this.command = command
    this.rest = rest
    this.world = world
    this.bulk = bulkArgumentOf(command)
    this.piece = { from: line.length, text: '' }
  }

  read(): void {
    while (this.at < this.rest.length && this.problems.length < MOST_PROBLEMS) {
      const token = this.rest[this.at++]
      if (token?.flag) this.flag(token, token.flag)
      else if (token) this.place(token)
    }
    for (const [argument, values] of this.maps) this.args[argument.key] = Object.fromEntries(values)
    for (const text of this.texts) {
      const unclear = unclearText(text, this)
      if (unclear) this.problems.push(unclear)
    }
    for (const wrong of wrongValues(this)) this.problems.push(wrong)
    if (this.missing() === null && this.problems.length === 0 && lacksOption(this.command, this.args)) {
      const sentence = 'Nothing to change: add a flag, such as --name.'
      this.problems.push({ ...noHelp, from: this.line.length, to: this.line.length, sentence, unfinished: true })
    }
    this.current ??= this.endsOpen() ? null : this.missing()
  }

  /** What was read, after the tokens of the command's words. */
  reading(words: readonly Token[]): Reading {
    const why = unavailableReason(this.command, this.world)
    const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0]
    const refused = why === null ? [] : [{ ...noHelp, from, to, sentence: why }]
    return {
      line: this.line,
      command: this.command,
      tokens: [{ from, to, role: why === null ? 'command' : 'wrong' }, ...this.tokens],
      args: this.args,
      missing: this.missing(),
      problems: [...refused, ...this.problems],
      current: this.current,
      piece: this.piece,
      confirmed: this.confirmed,
    }
  }

  missing(): Argument | null {
    return argumentsOf(this.command).find((each) => each.required && !this.seen.has(each)) ?? null
  }

  /** The line ends within a token, so that what is typed next belongs to it. */
  endsOpen(): boolean {
    return this.rest.length > 0 && this.isLast(this.rest.at(-1))
  }

  isLast(token: Token | undefined): boolean {
    return token !== undefined && token.to === this.line.length
  }

  flag(token: Token, name: string): void {
    const equals = this.line[token.from + 2 + name.length] === '='
    const inline = equals ? tokenAt(this.line, token.from + 3 + name.length) : null
    const argument = argumentsOf(this.command).find(({ flags }) => flags.includes(`--${name}`))
    if (name === 'confirm' && (this.command.confirm || this.command.confirmTyped)) this.confirm(token, inline)
    else if (argument) this.given(token, argument, inline, name)
    else this.negated(token, name)
  }

  /** A flag of the command, with its value if it has one. */
  given(token: Token, argument: Argument, inline: Token | null, name: string): void {
    const nameEnd = token.from + 2 + name.length
    this.tokens.push({ from: token.from, to: nameEnd, role: 'flag' })
    const shape = shapeOf(argument)
    const repeats = shape.kind === 'list' || shape.kind === 'pairs' || shape.kind === 'map'
    if (this.seen.has(argument) && (!repeats || this.byPlace.has(argument)))
      this.wrong(token, `${argument.flag} is given twice.`, argument)
    this.seen.add(argument)
    const next = this.rest[this.at]
    if (inline) this.value(inline, argument)
    else if (shape.kind === 'boolean') {
      const word = next && !next.quoted ? next.text.toLowerCase() : ''
      this.args[argument.key] = !NO.has(word)
      if (!(next && (YES.has(word) || NO.has(word)))) return
      this.tokens.push({ from: next.from, to: next.to, role: 'value' })
      this.at++
    } else if (next && !next.flag) {
      this.at++
      this.value(this.whole(next, argument, { hasMore: this.missing() !== null }), argument)
    } else this.lacks(token, argument, next === undefined)
  }

  lacks(token: Token, argument: Argument, last: boolean): void {
    const sentence = `${argument.flag} needs a value.`
    this.problems.push({ ...noHelp, from: token.from, to: token.to, sentence, argument, unfinished: last })
    if (!last) this.tokens.pop()
    if (!last) this.tokens.push({ from: token.from, to: token.to, role: 'wrong' })
    if (last) this.current = argument
  }

  confirm(token: Token, inline: Token | null): void {
    this.tokens.push({ from: token.from, to: inline ? inline.from - 1 : token.to, role: 'flag' })
    const next = inline ?? this.rest[this.at]
    if (!next || (next.flag && !inline)) return
    if (!inline) this.at++
    this.tokens.push({ from: next.from, to: next.to, role: 'value' })
    this.confirmed = next.text
  }

  /** `--no-enabled` is false, `--no-description` is nothing. */
  negated(token: Token, name: string): void {
    const argument = argumentsOf(this.command).find(({ flags }) => flags.some((flag) => `no-${flag.slice(2)}` === name))
    const shape = argument && shapeOf(argument)
    if (argument && shape && (shape.kind === 'boolean' || shape.nullable)) {
      this.args[argument.key] = shape.kind === 'boolean' ? false : null
      this.seen.add(argument)
      this.tokens.push({ from: token.from, to: token.to, role: 'flag' })
      return
    }
    const flags = argumentsOf(this.command).map((each) => each.flag)
    const last = this.isLast(token)
    const unfinished = last && flags.some((flag) => flag.startsWith(`--${name}`))
    const sentence =
      flags.length === 0
        ? `“${this.command.words}” takes no further arguments.`
        : `“${this.command.words}” has no --${name}.`
    this.wrong(token, sentence, null, flagsNear(`--${name}`, flags), unfinished)
    if (last) this.piece = { from: token.from, text: token.text }
    const next = this.rest[this.at]
    // What follows belongs to the flag that nobody knows: a second complaint would help no one.
    if (next && !next.flag && !this.missing()) {
      this.tokens.push({ from: next.from, to: next.to, role: 'value' })
      this.at++
    }
  }

  /** A token that is read by its place. */
  place(word: Token): void {
    const inOrder = argumentsOf(this.command).filter(({ required }) => required)
    const next = inOrder.find((each) => !this.seen.has(each))
    const list = inOrder.at(-1)
    if (next) {
      this.seen.add(next)
      this.byPlace.add(next)
      const isLastOne = inOrder.at(-1) === next
      const isBeforeAddress = inOrder[inOrder.indexOf(next) + 1]?.key === 'url'
      const token = this.whole(word, next, { hasMore: !isLastOne, isLastOne, isBeforeAddress })
      const around = { before: inOrder[inOrder.indexOf(next) - 1], argument: next }
      const unclear = token.to > word.to ? unclearEnd(this.line, this.tokens.at(-1), token, around) : null
      if (token.to > word.to && isFreeText(next)) this.texts.push({ argument: next, token, unclear })
      this.value(token, next)
      const wrong = this.problems.at(-1)
      const lacked = wrong?.argument === next ? lackedName(wrong, token, next, this) : null
      if (lacked) this.problems.splice(-1, 1, lacked)
    } else if (list && this.byPlace.has(list) && shapeOf(list).kind === 'list') this.value(this.whole(word, list), list)
    else this.unexpected(word)
  }

  /** A token with those after it that belong to the same value. */
  whole(word: Token, argument: Argument, around: Neighbours = {}): Token {
    const tokens = [word, ...this.rest.slice(this.at)]
    const entities = argument.kind ? this.world.entities(argument.kind) : []
    const isSet = shapeOf(argument).kind === 'list' || argument === this.bulk
    const { time } = argument
    const isTime = time ? { isTime: (text: string) => timeOf(text, time, this.world) !== null } : {}
    const found = valueAt(this.line, tokens, { argument, entities, isSet, ...isTime, ...around })
    if (!found) return word
    this.at += found.count - 1
    if (found.rival !== undefined) this.problems.push(rivalNames(found.token, found.rival, argument))
    return found.token
  }

  /** Words that no argument takes. */
  unexpected(word: Token): void {
    const found = textAt(this.line, [word, ...this.rest.slice(this.at)])
    const token = found?.token ?? word
    const { sentence, instead, span, fix } = unexpectedWord(word, token, this)
    if (span === 'text') this.at += (found?.count ?? 1) - 1
    this.wrong(span === 'text' ? token : word, sentence, null, instead, false, fix)
  }

  value(token: Token, argument: Argument): void {
    const shape = shapeOf(argument)
    const isSet = shape.kind === 'list' || argument === this.bulk
    const awaitsItem = isSet && endsWithComma(token) && this.line.slice(token.to).trim() === ''
    const last = this.isLast(token) || awaitsItem
    if (last) {
      const item = isSet ? (token.parts.at(-1) ?? '') : token.text
      const from = awaitsItem
        ? this.line.length
        : item === token.text
          ? token.from
          : startOfLast(this.line, token, item)
      this.current = argument
      this.piece = { from, text: item }
    }
    const role = this.tokens.push({ from: token.from, to: token.to, role: 'value' }) - 1
    const add = (read: Read, at: { from: number; to: number } = token): unknown => {
      if ('value' in read) return read.value
      if (!read.unfinished) this.tokens[role] = { from: token.from, to: token.to, role: 'wrong' }
      this.problems.push(this.problemOf(at, argument, read))
      return undefined
    }
    const items = isSet ? itemsOf(token, argument.kind ? this.world.entities(argument.kind) : []) : []
    const site = { argument, args: this.args, world: this.world, last }
    const bare = token.to - token.from === token.text.length
    let behind = token.from
    const read = (text: string) => {
      if (this.problems.length >= MOST_PROBLEMS) return undefined
      const from = bare && text !== '' ? this.line.indexOf(text, behind) : token.from
      behind = from + text.length
      return add(readValue(text, token.quoted, shape, site), bare ? { from, to: from + text.length } : token)
    }
    if (shape.kind === 'pairs' || shape.kind === 'map') {
      // As with other lists, two quotes are none.
      if (token.quoted && token.text === '' && shape.kind === 'pairs') return void this.listOf(argument)
      if (token.equals < 0) {
        const sentence = `${labelOf(argument)} takes NAME=value, not ${token.text}.`
        add({ sentence, instead: [], unfinished: last })
        return
      }
      const [name, value] = [token.text.slice(0, token.equals), token.text.slice(token.equals + 1)]
      if (name === '') {
        const sentence = `${labelOf(argument)} takes NAME=value, and ${token.text} has no name.`
        add({ sentence, instead: [], unfinished: last })
        return
      }
      if (shape.kind === 'map') this.mapOf(argument).set(name, value)
      else this.listOf(argument).push({ key: name, value })
    } else if (shape.kind === 'list') {
      const list = this.listOf(argument)
      if (items.length === 0 && token.text !== '')
        add({ sentence: `${labelOf(argument)} has no item, only commas.`, instead: [], unfinished: last })
      for (const value of items.map(read)) if (value !== undefined) list.push(value)
    } else if (shape.kind === 'boolean') {
      const word = token.text.toLowerCase()
      if (YES.has(word) || NO.has(word)) this.args[argument.key] = YES.has(word)
      else add({ sentence: expectation(argument, shape, token.text), instead: ['true', 'false'], unfinished: last })
    } else if (argument === this.bulk && token.parts.length > 1 && items.length > 0 && items[0] !== token.text) {
      this.args[argument.key] = items.map(read).filter((each) => each !== undefined)
    } else {
      const value = read(token.text)
      if (value !== undefined) this.args[argument.key] = value
    }
    if (isSet && token.parts.length > 1 && token.parts.at(-1) === '' && token.parts.some((each) => each !== '')) {
      // A name may be missing: what was lost in a line must not make it act on a part.
      const sentence = `${labelOf(argument)} ends with a comma: name another one after it, or leave it out.`
      add({ sentence, instead: [], unfinished: last })
    }
    if (last && token.open) this.problems.push({ ...openQuote(this.line, token), argument })
  }

  /** The list that an argument is given, with what earlier tokens have put there. */
  listOf(argument: Argument): unknown[] {
    const before = this.args[argument.key]
    if (Array.isArray(before)) return before
    const list: unknown[] = []
    this.args[argument.key] = list
    return list
  }

  mapOf(argument: Argument): Map<string, string> {
    const before = this.maps.get(argument)
    if (before) return before
    const map = new Map<string, string>()
    this.maps.set(argument, map)
    this.args[argument.key] = {}
    return map
  }

  problemOf(at: { from: number; to: number }, argument: Argument, read: Exclude<Read, { value: unknown }>): Problem {
    const { kind } = argument
    const instead = read.instead.map((each) => (kind ? lineNameIn(each, kind, this.world) : quote(each)))
    const fix = instead[0] === undefined || read.isChoice ? null : this.replaced(at, instead[0])
    return {
      from: at.from,
      to: at.to,
      sentence: read.sentence,
      unfinished: read.unfinished,
      argument,
      instead,
      fix,
      isCertain: false,
      search: read.search ?? null,
      isLoading: read.isLoading ?? false,
    }
  }

  replaced({ from, to }: { from: number; to: number }, text: string): string {
    return this.line.slice(0, from) + text + this.line.slice(to)
  }

  wrong(
    token: Token,
    sentence: string,
    argument: Argument | null,
    instead: readonly string[] = [],
    unfinished = false,
    fix: string | null = instead[0] === undefined ? null : this.replaced(token, instead[0]),
  ): void {
    this.tokens.push({ from: token.from, to: token.to, role: unfinished ? 'flag' : 'wrong' })
    this.problems.push({ ...noHelp, from: token.from, to: token.to, sentence, unfinished, argument, instead, fix })
  }
}
