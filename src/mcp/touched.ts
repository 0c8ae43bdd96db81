import { createHash } from 'node:crypto'
import { argumentsOf } from '../commands/core/argument.ts'
import type { Command, Confirmation } from '../commands/core/command.ts'
import type { EntityKind } from '../commands/core/world.ts'
import { headlessCommandById } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'

/** More objects are told apart by their names alone: each costs a request. */
const MOST_READ = 10

type Values = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Fields that say when an object was changed. */
const CHANGED = ['last_update', 'updated'] as const

/** The time of the last change of an object, wherever its answer has it; null where it has none. */
const lastUpdateOf = (answer: unknown, depth = 0): unknown => {
  if (!isFields(answer) || depth > 2) return null
  const own = CHANGED.find((field) => field in answer)
  if (own !== undefined) return answer[own]
  return Object.values(answer).reduce((found, value) => found ?? lastUpdateOf(value, depth + 1), null)
}

/** The command that shows an object which an argument names, with its arguments; null where something else is needed to find it. */
const showing = (kind: EntityKind, id: unknown, args: Values): { command: Command; args: Values } | null => {
  const command = headlessCommandById(`one.${kind}`)
  if (!command) return null
  const wanted = argumentsOf(command).filter(({ required }) => required)
  const filled = Object.fromEntries(wanted.map(({ key }) => [key, key === kind ? id : args[key]]))
  return wanted.every(({ key }) => typeof filled[key] === 'string') ? { command, args: filled } : null
}

const versionsOf = async (command: Command, args: Values, world: Headless): Promise<readonly unknown[]> => {
  const shows = argumentsOf(command).flatMap(({ key, kind }) =>
    kind === null ? [] : [args[key]].flat().flatMap((id) => showing(kind, id, args) ?? []),
  )
  if (shows.length > MOST_READ) return []
  return Promise.all(
    shows.map(async (show) => {
      // Where it cannot be read, the act itself says why.
      const outcome = await world.perform(show.command, show.args).catch(() => null)
      const [shown] = outcome?.shown ?? []
      return shown?.form === 'one' ? lastUpdateOf(shown.one) : null
    }),
  )
}

const sorted = (args: Values): Values =>
  Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/**
 * Everything that a confirmation is bound to: the command, its arguments, the question, and the state of what is touched. Numbers in effects
 * are left out, because they count results, of which there are more while a person decides.
 */
export const askedOf = async (
  command: Command,
  args: Values,
  { question, effects }: Confirmation,
  world: Headless,
): Promise<string> => {
  const named = effects.map((effect) => effect.replace(/\d[\d,.\s]*/g, ''))
  const versions = await versionsOf(command, args, world)
  const all = [command.id, world.project?.id ?? null, sorted(args), question, named, versions]
  return createHash('sha256').update(JSON.stringify(all)).digest('base64')
}
