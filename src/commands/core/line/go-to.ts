import { commands } from '../../registry.ts'
import { argumentsOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { mayBeShared } from '../unique-name.ts'
import type { World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { likelyFirst, usedAmong } from './likely.ts'
import { opens } from './opens.ts'
import { among, byTitle, looks, type Ranked, ranked, TYPED } from './ranked.ts'
import { suggestion } from './suggestion.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
import { isPhrase, isText } from './typed-words.ts'
import { writeLine } from './write.ts'

/** Screens that need no answer, and things by their names. */
export const goTo = (query: string, offered: readonly Command[], world: World, recent: readonly string[]): Ranked => {
  const screens = offered.filter(goesSomewhere)
  const places = among(byTitle, screens, query, 12).map(({ item: command, score, ranges }) => ({
    score: isPhrase(query, command) ? TYPED : score,
    item: suggestion({
      ...looks(command, world),
      id: command.id,
      label: command.title,
      ranges: ranges[0] ?? [],
      line: command.words,
      runs: true,
      whole: isPhrase(query, command) || isText(query, command.title),
    }),
  }))
  const things =
    query.trim() === ''
      ? []
      : [...openable('monitor', query, world, recent), ...openable('project', query, world, recent)]
  return ranked('Go to', [...places, ...things].sort((a, b) => b.score - a.score).slice(0, 20))
}

const openable = (kind: 'monitor' | 'project', query: string, world: World, recent: readonly string[]) => {
  const command = commands.find(({ id }) => id === (kind === 'monitor' ? 'open.monitor' : 'project.switch'))
  if (!command || unavailableReason(command, world) !== null) return []
  const entities = world.entities(kind)
  const found = entitiesLike(query, kind, entities, 12)
  const notes = notesOf(found.map((each) => each.item))
  return likelyFirst(found, usedAmong(entities, recent), false).map(({ item, score, ranges }) => ({
    score,
    item: suggestion({
      id: `${kind}:${item.id}`,
      label: item.name,
      ranges: ranges[0] ?? [],
      note: kind,
      end: notes.get(item.id) ?? '',
      icon: command.icon ?? null,
      category: item.category ?? null,
      line: writeLine(command, { [kind]: item.id }, world),
      runs: true,
      opens: opens(command),
      whole: named(query.trim(), entities).includes(item),
      named: mayBeShared(item, { kind, world, opens: opens(command) }) ? `${command.words} ${quote(item.name)}` : null,
    }),
  }))
}

/** Whether a command opens a screen that needs no answer. */
export const goesSomewhere = (command: Command): boolean =>
  command.id.startsWith('open.') && argumentsOf(command).length === 0
