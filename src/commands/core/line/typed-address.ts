import { commands } from '../../registry.ts'
import { unavailableReason } from '../availability.ts'
import type { World } from '../world.ts'
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
  const calling =
    open && unavailableReason(open, world) === null
      ? world.entities('monitor').filter(({ note }) => note?.split(' ').includes(place))
      : []
  const watch = commands.find(({ id }) => id === 'watch.create')
  const offered = watch && unavailableReason(watch, world) === null ? [watch] : []
  return [
    ...calling.slice(0, MAX_SUGGESTIONS).flatMap(({ id, name, note = '', category }) =>
      open
        ? {
            item: suggestion({
              id: `monitor:${id}`,
              label: name,
              note: 'monitors it',
              end: note,
              icon: open.icon ?? null,
              category: category ?? null,
              line: writeLine(open, { monitor: id }, world),
              runs: true,
              opens: true,
            }),
            score: 3,
          }
        : [],
    ),
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
