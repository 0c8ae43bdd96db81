import { commands } from '../../registry.ts'
import { bulkArgumentOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import type { World } from '../world.ts'
import { objectRows } from './object-row.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggestion } from './suggestion.ts'
import { writeLine } from './write.ts'

const ADDRESS = /^https?:\/\/[^\s/]+\S*$/i

/** Choices for an address that was typed or pasted: the monitors that call it, and watching it. */
export const meantByAddress = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const url = query.trim()
  if (!ADDRESS.test(url)) return []
  const place = url
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
  const open = commands.find(({ id }) => id === 'open.monitor')
  const argument = open && bulkArgumentOf(open)
  const calling =
    argument && unavailableReason(open, world) === null
      ? world
          .entities('monitor')
          .filter(({ note }) => note?.split(' ').includes(place))
          .slice(0, MAX_SUGGESTIONS)
          .map((item) => ({ item, score: 3, ranges: [] }))
      : []
  const watch = commands.find(({ id }) => id === 'watch.create')
  const offered = watch && unavailableReason(watch, world) === null ? [watch] : []
  return [
    ...(argument
      ? objectRows(open, { ...argument, kind: 'monitor' }, calling, url, world).map(({ item, score }) => ({
          item: { ...item, note: 'monitors it' },
          score,
        }))
      : []),
    ...offered.map((command) => ({
      item: suggestion({
        id: 'watch:address',
        label: command.title,
        note: url,
        icon: command.icon ?? null,
        line: writeLine(command, { url }, world),
        runs: true,
      }),
      score: 2.9,
    })),
  ]
}
