import { createHash } from 'node:crypto'
import type { Command, Confirmation } from '../commands/core/command.ts'
import { callsOf } from '../commands/core/perform.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Rehearsal } from './refused-before.ts'
import type { Input } from './rules-before.ts'
import { namesInPath, stateOf, VERSIONS, type VersionReading } from './versions.ts'

/** More objects are told apart by their names alone: each costs a request. */
const MOST_READ = 10

type Values = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Values => typeof value === 'object' && value !== null

const textsIn = (params: object | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )

const stateNow = async (reading: VersionReading, input: Input, call: Headless['call']): Promise<unknown> => {
  const params = textsIn(input.params)
  const named = namesInPath(reading.operation).map((name) => [name, params[name]])
  // Where it cannot be read, as one that is not there yet, that is its state.
  const answer: unknown = await call(reading.operation, { params: Object.fromEntries(named) } as never).catch(
    () => null,
  )
  return isFields(answer) ? stateOf(reading, answer, params) : null
}

/** The states of what a command is about to write. */
const statesOf = async (command: Command, args: Values, { kept, world }: Rehearsal): Promise<readonly unknown[]> => {
  if (callsOf(command, args).length > MOST_READ) return []
  const readings = kept.flatMap(({ operation, input }) => {
    const known = VERSIONS[operation]
    return typeof known === 'object' ? known.map((reading) => ({ reading, input })) : []
  })
  return Promise.all(readings.map(({ reading, input }) => stateNow(reading, input, world.call)))
}

const sorted = (args: Values): Values =>
  Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/**
 * Everything that a confirmation is bound to: the command, its arguments, the question, and the state of what is written. Numbers in effects
 * are left out, because they count results, of which there are more while a person decides.
 */
export const askedOf = async (
  command: Command,
  args: Values,
  { question, effects }: Confirmation,
  rehearsal: Rehearsal,
): Promise<string> => {
  const named = effects.map((effect) => effect.replace(/\d[\d,.\s]*/g, ''))
  const states = await statesOf(command, args, rehearsal)
  const all = [command.id, rehearsal.world.project?.id ?? null, sorted(args), question, named, states]
  return createHash('sha256').update(JSON.stringify(all)).digest('base64')
}
