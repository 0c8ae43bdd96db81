import { type Argument, argumentsOf, lacksOption } from '../argument.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { mayBeShared } from '../unique-name.ts'
import type { Entity, EntityKind, World } from '../world.ts'
import type { Match } from './match.ts'
import { opens } from './opens.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
import { writeLine } from './write.ts'

/** Choices that carry a command out for one object each, best match first: the object's name, told apart from others of the same name. */
export const objectRows = (
  command: Command,
  { key, kind }: Argument & { readonly kind: EntityKind },
  found: readonly Match<Entity>[],
  text: string,
  world: World,
): readonly { readonly item: Suggestion; readonly score: number }[] => {
  const notes = notesOf(found.map(({ item }) => item))
  const meant = named(text.trim(), world.entities(kind))
  const lacks = argumentsOf(command).filter(({ required }) => required).length > 1 || lacksOption(command, {})
  return found.map(({ item, score, ranges }) => {
    const line = writeLine(command, { [key]: item.id }, world)
    return {
      score,
      item: suggestion({
        id: `${command.id}:${item.id}`,
        label: item.name,
        ranges: ranges[0] ?? [],
        end: notes.get(item.id) ?? '',
        icon: command.icon ?? null,
        category: item.category ?? null,
        line: lacks ? `${line} ` : line,
        runs: !lacks && command.effect !== 'destroy',
        opens: opens(command),
        whole: meant.includes(item),
        named: mayBeShared(item, { kind, world, opens: opens(command) })
          ? `${command.words} ${quote(item.name)}`
          : null,
      }),
    }
  })
}
