import { fitsCommand } from '../already.ts'
import { argumentsOf, bulkArgumentOf, lacksOption } from '../argument.ts'
import { counted, nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { among, byTitle, looks, mayRun, NEARNESS, type Ranked, ranked, requiredOf } from './ranked.ts'
import { suggestion } from './suggestion.ts'
import { isPhrase, isText } from './typed-words.ts'
import { writeLine } from './write.ts'

// Above a command that is typed whole, which asks what it is about.
const NAMED = 2.5

/** Commands about the selected rows, else about the row that has the cursor. */
export const onThis = (query: string, offered: readonly Command[], world: World): Ranked => {
  const { focus, selection } = world
  const target = selection
    ? { kind: selection.kind, value: selection.ids.length === 1 ? selection.ids[0] : selection.ids }
    : focus && { kind: focus.kind, value: focus.id }
  if (!target) return ranked('', [])
  const title =
    selection && selection.ids.length > 1
      ? `On ${counted(selection.ids.length, nounsOf(selection.kind))}`
      : `On this ${nounsOf(target.kind)[0]}${focus ? `: ${focus.name}` : ''}`
  const ids = selection?.ids ?? (focus ? [focus.id] : [])
  const fitting = offered.filter(
    (each) =>
      bulkArgumentOf(each)?.kind === target.kind &&
      !each.id.startsWith('open.') &&
      ids.some((id) => fitsCommand(each, id, world)),
  )
  const found = among(byTitle, fitting, query, query.trim() === '' ? 6 : 12).map((match) => {
    const command = match.item
    const args = { [bulkArgumentOf(command)?.key ?? '']: target.value }
    const more = argumentsOf(command).filter(({ required }) => required).length > 1 || lacksOption(command, args)
    const line = writeLine(command, args, world)
    // Rows that were selected are named by that; the row that the cursor happens to be on is not.
    const whole = selection !== null && (isPhrase(query, command) || isText(query, command.title))
    return {
      score: whole ? NAMED : match.score + NEARNESS,
      item: suggestion({
        ...looks(command, world),
        id: `this:${command.id}`,
        label: command.title,
        ranges: match.ranges[0] ?? [],
        note: requiredOf(command, 1).join(', '),
        line: more ? `${line} ` : line,
        runs: !more && mayRun(query, command),
        whole,
        isHere: true,
      }),
    }
  })
  return ranked(title, found)
}
