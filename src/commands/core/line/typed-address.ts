import { commands } from '../../registry.ts'
import { argumentsOf, bulkArgumentOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { objectRows } from './object-row.ts'
import { isAddress } from './script.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggestion } from './suggestion.ts'
import { writeLine } from './write.ts'

/** An address whose case and last slash do not matter; all else does. */
const plain = (address: string): string => {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(address.trim()) ?? []
  return origin.toLowerCase() + rest.replace(/^\/$/, '').replace(/\/(?=\?|$)/, '')
}

/** An address without its scheme, query and fragment. */
const placeOf = (address: string): string =>
  plain(address)
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')

/**
 * Choices for an address that was typed or pasted: the monitors that call it, watching it, and the monitors that call the same path in
 * another way.
 */
export const meantByAddress = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const [, verb, after] = /^\s*(\p{L}+)\s+(\S+)\s*$/u.exec(query) ?? []
  if (verb !== undefined && after !== undefined && isAddress(after)) return takenBy(verb.toLowerCase(), after, world)
  const url = query.trim()
  if (!isAddress(url)) return []
  const [whole, place] = [plain(url), placeOf(url)]
  const open = commands.find(({ id }) => id === 'open.monitor')
  const argument = open && bulkArgumentOf(open)
  const calling =
    argument && unavailableReason(open, world) === null
      ? world
          .entities('monitor')
          .filter(({ address = '' }) => placeOf(address) === place)
          .map((item) => ({ item, score: plain(item.address ?? '') === whole ? 3 : 2.8, ranges: [] }))
          .sort((a, b) => b.score - a.score)
          .slice(0, MAX_SUGGESTIONS)
      : []
  const callers = calling.filter(({ score }) => score === 3).length
  const watch = commands.find(({ id }) => id === 'watch.create')
  const offered = watch && unavailableReason(watch, world) === null ? [watch] : []
  return [
    ...(argument
      ? objectRows(open, { ...argument, kind: 'monitor' }, calling, url, world).map(({ item, score }) => ({
          item: {
            ...item,
            note: score === 3 ? 'monitors it' : 'monitors the same path',
            // The address says which monitor is meant, also where its name is another's too.
            named: score === 3 && callers === 1 ? null : item.named,
          },
          score,
        }))
      : []),
    ...offered.map((command) => addressRow(command, url, world)),
  ].sort((a, b) => b.score - a.score)
}

/** The row that gives an address to a command which needs nothing else. */
const addressRow = (command: Command, url: string, world: World): { item: Suggestion; score: number } => ({
  item: suggestion({
    id: `address:${command.id}`,
    label: command.title,
    note: url,
    icon: command.icon ?? null,
    line: writeLine(command, { url }, world),
    runs: true,
  }),
  score: 2.9,
})

/** Verbs for watching an address, beside its own. */
const WATCHES = new Set(['monitor', 'check', 'add', 'create', 'new', 'ping'])

/** Commands of a verb that take an address and nothing else: `watch https://…` is “watch address https://…”. */
const takenBy = (typed: string, url: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const verb = WATCHES.has(typed) ? 'watch' : typed
  return commands
    .filter((command) => {
      const [first, ...others] = argumentsOf(command).filter(({ required }) => required)
      const isOfVerb = command.words.split(' ')[0] === verb && !command.hidden
      return isOfVerb && first?.key === 'url' && others.length === 0 && unavailableReason(command, world) === null
    })
    .map((command) => addressRow(command, url, world))
}
