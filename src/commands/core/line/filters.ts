import { unavailableReason } from '../availability.ts'
import type { World } from '../world.ts'
import { isFilter, STATES, unknownState } from './filter-words.ts'
import { opens } from './opens.ts'
import { readLine } from './read.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { quote, tokensOf } from './tokens.ts'

/** Filters of the monitor list as people type them into a search: `tag:shop is:failing checkout`. Empty for a text without one. */
export const filtersIn = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const tokens = tokensOf(query)
  const words = tokens.map(({ text }) => text)
  if (!words.some(isFilter) || unknownState(query, tokens)?.unfinished === false) return []
  const of = (name: string) =>
    words.flatMap((word) => (word.toLowerCase().startsWith(`${name}:`) ? [word.slice(name.length + 1)] : []))
  const [states, tags, withoutTags] = [of('is'), of('tag'), of('-tag')]
  const rest = words.filter((word) => !isFilter(word)).join(' ')
  const lines = statesFor(states).map((state) =>
    [
      'filter monitors',
      ...(rest === '' ? [] : ['--search', quote(rest)]),
      ...tagged('--tag', tags, world),
      ...tagged('--without-tag', withoutTags, world),
      ...state,
      '--only',
    ].join(' '),
  )
  return lines.flatMap((line, at) => {
    const { command } = readLine(line, world)
    if (!command || unavailableReason(command, world) !== null) return []
    const item = suggestion({
      id: `filter:${line}`,
      label: command.title,
      note: line.slice(command.words.length + 1).replace(/ --only$/, ''),
      icon: command.icon ?? null,
      line,
      runs: true,
      opens: opens(command),
    })
    return [{ item, score: 3 - at * 0.01 }]
  })
}

/** The flags of typed states; where the last one is only begun, those of each state that begins so. */
const statesFor = (states: readonly string[]): readonly (readonly string[])[] => {
  const last = states.at(-1)?.toLowerCase()
  if (last === undefined) return [[]]
  const known = states.slice(0, -1).flatMap((state) => STATES.get(state.toLowerCase()) ?? [])
  const begun = STATES.has(last) ? [last] : [...STATES.keys()].filter((state) => state.startsWith(last))
  return [...new Set(begun.map((state) => STATES.get(state) ?? ''))].map((flags) => [...known, flags])
}

/** A flag for tags; one that is only begun stands for the first tag that begins so. */
const tagged = (flag: string, tags: readonly string[], world: World): readonly string[] => {
  const names = world.entities('tag').map(({ name }) => name)
  const whole = (tag: string) =>
    names.find((name) => name.toLowerCase() === tag.toLowerCase()) ??
    names.find((name) => name.toLowerCase().startsWith(tag.toLowerCase())) ??
    tag
  const given = tags.filter((tag) => tag !== '').map((tag) => quote(whole(tag)))
  return given.length === 0 ? [] : [flag, given.join(',')]
}
