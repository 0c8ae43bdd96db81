import { argumentsOf, bulkArgumentOf, lacksOption } from '../argument.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { mayBeShared } from '../unique-name.ts'
import type { Entity, World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { labelOf } from './label.ts'
import type { Match } from './match.ts'
import { opens } from './opens.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggestion } from './suggestion.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
import { beginsWords } from './typed-words.ts'
import { writeLine } from './write.ts'

/** Objects of one kind that are shown for a verb. */
const MOST = 5

/** A verb with the name of an object of any kind: `run alpha` means each monitor and workflow that may be called so. */
export const verbAndName = (
  query: string,
  offered: readonly Command[],
  world: World,
): readonly { item: Suggestion; score: number }[] => {
  const [, verb = '', text = ''] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(query) ?? []
  if (text === '') return []
  return offered
    .filter(({ words }) => words.split(' ')[0] === verb.toLowerCase())
    .flatMap((command) => {
      const argument = bulkArgumentOf(command)
      if (!argument?.kind || !isAboutKind(command)) return []
      const { kind } = argument
      const entities = world.entities(kind).filter(({ id }) => command.fits?.(id, world) ?? true)
      // What changes something is offered for the words of a name, and what destroys for the whole of it.
      const isFitting = ({ item: { id, name } }: Match<Entity>): boolean =>
        opens(command) ||
        id === text.trim() ||
        (command.effect === 'destroy' ? named(text, entities).some((each) => each.id === id) : beginsWords(text, name))
      const found = entitiesLike(text, kind, entities, MAX_SUGGESTIONS).filter(isFitting).slice(0, MOST)
      const notes = notesOf(found.map(({ item }) => item))
      return found.map(({ item, score, ranges }) => {
        const line = writeLine(command, { [argument.key]: item.id }, world)
        const lacks = argumentsOf(command).filter(({ required }) => required).length > 1 || lacksOption(command, {})
        return {
          score: score * NEARNESS,
          item: suggestion({
            id: `${command.id}:${item.id}`,
            label: item.name,
            ranges: ranges[0] ?? [],
            note: labelOf(command),
            end: notes.get(item.id) ?? '',
            icon: command.icon ?? null,
            category: item.category ?? null,
            line: lacks ? `${line} ` : line,
            runs: !lacks && command.effect !== 'destroy',
            opens: opens(command),
            whole: named(text, entities).includes(item),
            named: mayBeShared(item, { kind, world, opens: opens(command) })
              ? `${command.words} ${quote(item.name)}`
              : null,
          }),
        }
      })
    })
}

/** Below what was typed as a phrase. */
const NEARNESS = 0.98

/** Whether a phrase is a verb and the noun of its object, such as `run monitor`: others, such as `run-from monitor`, mean more than the verb. */
const isAboutKind = ({ words }: Command): boolean => words.split(' ').length === 2
