import { kinds } from '../kinds.ts'
import type { Confirmation } from './command.ts'
import type { EntityKind } from './world.ts'

const SHOWN = 6

/** At most seven lines: the first six, and how many more there are. */
export const linesOf = (lines: readonly string[]): readonly string[] =>
  lines.length <= SHOWN + 1 ? lines : [...lines.slice(0, SHOWN), `And ${lines.length - SHOWN} more`]

/** A noun, singular and plural. */
export type Noun = readonly [one: string, many: string]

/** `3 monitors`, `1 monitor`; a noun alone has a regular plural. */
export const counted = (count: number, noun: Noun | string): string => {
  const [one, many] = typeof noun === 'string' ? [noun, `${noun}s`] : noun
  return `${count} ${count === 1 ? one : many}`
}

/** The noun of a kind; "thing" for an argument that names none. */
export const nounsOf = (kind: EntityKind | null | undefined): Noun => (kind ? kinds[kind].noun : ['thing', 'things'])

/** The effect that says how long a deleted object can be restored. */
export const restorableLine = (restorable: string | undefined): string => `It can be restored for ${restorable}`

/** Two digits: a count that is read while results come in is no exact one. */
const about = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
const EXACT = 100

/** The line about the results that are deleted with one or several objects; null: they are being counted. */
export const lostResultsLines = (count: number | null, isOfSeveral: boolean): readonly string[] => {
  const [their, them] = isOfSeveral ? ['Their', 'them'] : ['Its', 'it']
  if (count === null) return [`${their} results are still being counted …`]
  if (count === 0) return []
  return [
    count < EXACT
      ? `${counted(count, 'result')} ${count === 1 ? 'goes' : 'go'} with ${them}`
      : `About ${about.format(count)} results go with ${them}`,
  ]
}

/** Of more objects, nothing is counted: each costs a request. */
const MOST_COUNTED = 20

/** The results of several objects together; null while some are being counted, and absent where too many would be asked for. */
const resultsOfAll = (each: readonly Confirmation[]): Pick<Confirmation, 'results'> => {
  const counts = each.flatMap(({ results }) => results ?? [])
  if (counts.length === 0 || counts.length > MOST_COUNTED) return {}
  return {
    results: () => {
      const found = counts.map((count) => count())
      return found.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
    },
  }
}

const ofSeveral = (restorable: string): string => `They can be restored for ${restorable.replace(/\bits\b/g, 'their')}`

const NAMED = 5

/** The names of several objects in a line: the first five, and how many more there are. */
const namesLine = (names: readonly string[]): string => {
  if (names.length <= NAMED + 1) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
}

const OF_MANY = /^Its [^,]*s (are|keep|stay|stop|lose|move|run)\b/

/** An effect on one object, said of several: “Its alerts are closed” becomes “Their alerts are closed”. */
const inPlural = (effect: string): string => {
  if (OF_MANY.test(effect)) return effect.replace(/\bIts\b/g, 'Their').replace(/\bits\b/g, 'their')
  return /^Its?\b/.test(effect) ? `For each: ${effect.charAt(0).toLowerCase()}${effect.slice(1)}` : effect
}

/** Each effect once; one that several objects have says how many of them, unless all do. `effects` has those of each object. */
const countedLines = (effects: readonly (readonly string[])[], noun: Noun): readonly string[] => {
  const counts = new Map<string, number>()
  // An object may have the same effect twice, and counts once.
  for (const effect of effects.flatMap((ofOne) => [...new Set(ofOne)]))
    counts.set(effect, (counts.get(effect) ?? 0) + 1)
  return [...counts].map(([effect, count]) => {
    if (count === 1) return effect
    return count === effects.length ? inPlural(effect) : `${inPlural(effect)} (${counted(count, noun)})`
  })
}

/** One confirmation for an action on several objects. */
export const confirmationOfAll = (each: readonly Confirmation[], noun: Noun): Confirmation | null => {
  const [first, ...others] = each
  if (!first) return null
  if (others.length === 0) return first
  const what = counted(each.length, noun)
  const verb = first.button.split(' ')[0] ?? 'Delete'
  const { restorable, reversible } = first
  const effects = each.map((one) => one.effects.filter((effect) => effect !== restorableLine(restorable)))
  const names = each.flatMap(({ name }) => (name === undefined ? [] : [`“${name}”`]))
  const line = names.length > 0 ? namesLine(names) : null
  return {
    question: restorable || reversible ? `${verb} ${what}?` : `${verb} ${what} permanently?`,
    effects: [
      ...(line === null ? [] : [line]),
      ...(each.some(({ results }) => results) && each.length > MOST_COUNTED
        ? ['All of their results go with them']
        : []),
      ...linesOf(countedLines(effects, noun)),
      ...(restorable ? [ofSeveral(restorable)] : []),
    ],
    ...(line !== null && { namesLine: line }),
    word: what.toLowerCase().replaceAll(' ', '-'),
    button: `${verb} ${what}`,
    isOfSeveral: true,
    ...(each.every(({ barred }) => barred !== undefined) && { barred: each.map(({ barred }) => barred).join(' ') }),
    ...resultsOfAll(each),
    ...(restorable && { restorable }),
    ...(reversible && { reversible }),
  }
}

/** The message after a command that left everything as it was: “Nothing changed: “Nightly” is as before”. */
export const unchangedText = (names: readonly string[], noun: Noun): string => {
  const known = names.filter((name) => name !== '')
  if (known.length === 0) return 'Nothing changed: it is as before'
  return known.length === 1
    ? `Nothing changed: “${known[0]}” is as before`
    : `Nothing changed: ${counted(known.length, noun)} are as before`
}

/** The toast after a command: the object's name and the command's `done` text, or a count of objects. */
export const doneText = (done: string | undefined, names: readonly string[], noun: Noun): string | null => {
  if (!done || names.length === 0) return null
  return names.length === 1 ? `“${names[0]}” ${done}` : `${counted(names.length, noun)} ${done}`
}
