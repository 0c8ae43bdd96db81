import { type Argument, argumentsOf } from '../argument.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { lineNameIn } from '../unique-name.ts'
import type { World } from '../world.ts'
import { quote } from './tokens.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The line of a call, which reads back as the same call: what the console shows for a button, and what is remembered. What follows a
 * missing argument is named, so that it is not read in its place.
 */
export const writeLine = (command: Command, args: Values, world: World): string => {
  const all = argumentsOf(command)
  const gap = all.findIndex(({ key, required }) => required && args[key] === undefined)
  const texts = all.flatMap((argument, at) => {
    const isNamed = !argument.required || (gap >= 0 && at > gap)
    return written(argument, args[argument.key], isNamed, world)
  })
  return [command.words, ...texts].join(' ')
}

const written = (argument: Argument, value: unknown, isNamed: boolean, world: World): string[] => {
  const { flag } = argument
  if (value === undefined) return []
  if (value === null) return [`--no-${flag.slice(2)}`]
  if (typeof value === 'boolean') return [value ? flag : `--no-${flag.slice(2)}`]
  if (Array.isArray(value)) return writtenList(argument, value, isNamed, world)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => [flag, pair(name, String(each))])
  const text = writtenItem(argument, value, world)
  return isNamed ? [flag, text] : [text]
}

const writtenList = (argument: Argument, items: readonly unknown[], isNamed: boolean, world: World): string[] => {
  const pairs = items.filter(isPair)
  if (pairs.length > 0) return pairs.flatMap(({ key, value }) => [argument.flag, pair(key, value)])
  const each = items.map((item) => writtenItem(argument, item, world))
  const text = items.length === 0 ? '""' : (mayBeOne(each, argument, world) ? each.map(inQuotes) : each).join(',')
  return isNamed ? [argument.flag, text] : [text]
}

/** Whether several items may be read as one object, which has their commas in its name. */
const mayBeOne = (items: readonly string[], { kind }: Argument, world: World): boolean =>
  items.length > 1 && kind !== null && named(items.join(','), world.entities(kind)).length > 0

const inQuotes = (item: string): string => (item.startsWith('"') ? item : `"${item}"`)

const isPair = (item: unknown): item is { key: string; value: string } =>
  typeof item === 'object' && item !== null && 'key' in item && 'value' in item

const pair = (name: string, value: string): string => `${quote(name)}=${value === '' ? '' : quote(value)}`

const writtenItem = ({ kind }: Argument, value: unknown, world: World): string => {
  if (typeof value === 'number') return String(value)
  if (kind) return lineNameIn(String(value), kind, world)
  // Where both would do, quotes say that the text is meant.
  if (typeof value === 'string' && /^-?[\d.]/.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`
  return quote(String(value))
}
