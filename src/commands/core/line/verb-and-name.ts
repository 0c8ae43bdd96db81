import { argumentsOf, bulkArgumentOf, lacksOption } from '../argument.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { mayBeShared } from '../unique-name.ts'
import type { World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { labelOf } from './label.ts'
import { opens } from './opens.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
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
    .filter(({ words, effect }) => effect !== 'destroy' && words.split(' ')[0] === verb.toLowerCase())
    .flatMap((command) => {
      const argument = bulkArgumentOf(command)
      if (!argument?.kind || !isAboutKind(command)) return []
      const { kind } = argument
      const entities = world.entities(kind).filter(({ id }) => command.fits?.(id, world) ?? true)
      const found = entitiesLike(text, kind, entities, MOST)
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
            runs: !lacks,
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
