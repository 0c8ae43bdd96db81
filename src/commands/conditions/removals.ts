import { isEqual } from '../../../machines/draft-path.ts'
import { messageOf } from '../../../machines/resource/failure.ts'
import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { subjectOf } from '../../domain/conditions/conditions.ts'
import { OPERATORS, type Operator } from '../../domain/conditions/operators.ts'
import { sourceRule } from '../../domain/conditions/sources.ts'
import type { ArgumentCheck } from '../core/argument-checks.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import { changeConditions } from './change-conditions.ts'

type Condition = Shape<typeof condition>

/** Conditions that a refusal names. */
const MOST_NAMED = 10
const LONGEST_VALUE = 80

/** A condition as people say it: its name, else `status code equals 200`. */
const wordsOf = (one: Condition): string => {
  if (one.name) return one.name
  const { words, needs }: Operator = OPERATORS[one.condition]
  const values = needs === 'nothing' ? [] : [one.val ?? '', ...(needs === 'two' ? ['and', one.val2 ?? ''] : [])]
  return [subjectOf(one), words, ...values.map((value) => value.slice(0, LONGEST_VALUE))].join(' ')
}

/** The index of the condition that a person names by its number, or by words of it. Throws a sentence with all of them where it is none. */
const indexNamed = (text: string, conditions: readonly Condition[]): number => {
  const typed = text.trim().toLowerCase()
  const all = conditions.map((one) => wordsOf(one).toLowerCase())
  // A number is never a part of the words: of “is less than 900”, 9 would be one.
  const isNumber = /^\d+$/.test(typed)
  if (isNumber && Number(typed) >= 1 && Number(typed) <= all.length) return Number(typed) - 1
  // Whole words alone: a letter that only one of them happens to have names none.
  const ways = [(words: string) => words === typed, (words: string) => spaced(words).includes(spaced(typed))]
  for (const fits of isNumber ? [] : ways) {
    const found = all.flatMap((words, at) => (fits(words) ? [at] : []))
    const [only, ...others] = found
    if (only !== undefined && others.length === 0) return only
    if (others.length > 0)
      throw new Error(`“${text}” may be several conditions. Name one by its number: ${listed(conditions, found)}.`)
  }
  if (conditions.length === 0) throw new Error('There are no conditions.')
  throw new Error(
    `No condition is “${text}”. There are ${listed(
      conditions,
      all.map((_, at) => at),
    )}.`,
  )
}

/** The words of the condition that a person names; null where it is none of these. */
const wordsNamed = (text: string, conditions: readonly Condition[]): string | null => {
  try {
    const found = conditions[indexNamed(text, conditions)]
    return found ? wordsOf(found) : null
  } catch {
    return null
  }
}

/** The words of a text, each between spaces. */
const spaced = (text: string): string =>
  ` ${text
    .split(/[^\p{L}\p{N}$.[\]_-]+/u)
    .filter(Boolean)
    .join(' ')} `

const listed = (conditions: readonly Condition[], places: readonly number[]): string => {
  const shown = places.slice(0, MOST_NAMED).flatMap((at) => {
    const one = conditions[at]
    return one ? [`${at + 1} (${wordsOf(one)})`] : []
  })
  return `${shown.join(', ')}${places.length > MOST_NAMED ? ' …' : ''}`
}

/** Checks the name of a condition among those that are loaded; asking loads them. While they are not here, running the line checks it. */
const namesOneOf =
  (
    conditionsOf: (args: Readonly<Record<string, unknown>>, world: World) => readonly Condition[] | undefined,
  ): ArgumentCheck =>
  (text, args, world) => {
    const conditions = conditionsOf(args, world)
    if (!conditions) return null
    try {
      indexNamed(text, conditions)
      return null
    } catch (refusal) {
      return { sentence: messageOf(refusal) }
    }
  }

const shared = { pending: 'Saving', icon: 'trash', effect: 'write', needs: 'edit', undo: 'calls' } as const
const prompts = { condition: 'Which condition: its number, or words of it?' }

/** The conditions that a line takes away: the same edits as on the screens, one at a time. */
export const conditionRemovals = [
  command({
    ...shared,
    id: 'monitor.remove-condition',
    words: 'remove condition',
    title: 'Remove a condition',
    args: { monitor: 'string', condition: '1 <= string <= 1024' },
    of: { monitor: 'monitor' },
    prompts,
    checks: {
      condition: namesOneOf(({ monitor }, world) =>
        typeof monitor === 'string'
          ? world.read('monitor.conditions', { params: { id: monitor } })?.conditions
          : undefined,
      ),
    },
    done: 'Condition removed',
    writes: ['monitor.judge'],
    async run({ monitor, condition: named }, world) {
      let gone: Condition | undefined
      await changeConditions(
        monitor,
        (before) => {
          // A number is that of the list as it was read first: others may change it meanwhile.
          gone ??= before[indexNamed(named, before)]
          const at = before.findIndex((each) => isEqual(each, gone))
          if (at < 0) throw new Error('Someone else changed this condition meanwhile. Nothing was removed.')
          return before.toSpliced(at, 1)
        },
        world,
      )
    },
  }),

  command({
    ...shared,
    id: 'project.remove-condition',
    words: 'remove project-condition',
    title: 'Remove a condition of all monitors',
    args: { condition: '1 <= string <= 1024' },
    prompts,
    checks: { condition: namesOneOf((_, world) => world.read('project-conditions.read', {})?.conditions) },
    confirm: ({ condition: named }, world) => {
      const words = wordsNamed(named, world.known('project-conditions.read', {})?.conditions ?? [])
      return {
        question: `Remove ${words === null ? 'this condition' : `the condition “${words}”`} of all monitors?`,
        effects: ['No monitor of the project is judged by it any more', 'An undo restores it'],
        word: null,
        button: 'Remove condition',
        reversible: true,
      }
    },
    writes: ['project-conditions.replace'],
    async run({ condition: named }, world) {
      const before = await world.call('project-conditions.read', {})
      const at = indexNamed(named, before.conditions)
      const gone = before.conditions[at]
      if (!gone) return
      const { group } = sourceRule(gone.source)
      const conditions = before.conditions.filter((one) => one !== gone && sourceRule(one.source).group === group)
      const meta = { groups: [group], versions: before.meta.versions }
      await world.call('project-conditions.replace', { body: { meta, conditions } })
      world.tell(`Condition removed for all monitors: ${wordsOf(gone)}`)
    },
  }),
]
