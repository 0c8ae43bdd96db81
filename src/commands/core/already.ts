import { bulkArgumentOf } from './argument.ts'
import { counted, type Noun } from './bulk-words.ts'
import type { Command } from './command.ts'
import type { World } from './world.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether an object is in a state for a command, as far as that is known: the console offers it for no other. */
export const fitsCommand = (command: Command, id: string, world: World): boolean => {
  const key = bulkArgumentOf(command)?.key
  const isSo = key !== undefined && (command.already?.({ [key]: id }, world) ?? null) !== null
  return !isSo && (command.fits?.(id, world) ?? true)
}

/** A call of a command for one object that is as the command would leave it, and the words for that: "is paused already". */
export type Idle = { readonly call: Values; readonly words: string }

/** Divides the calls of a command into those that change something, as far as is known, and those that do not. */
export const divided = (
  command: Command,
  calls: readonly Values[],
  world: World,
): { readonly calls: readonly Values[]; readonly idle: readonly Idle[] } => {
  const words = calls.map((call) => command.already?.(call, world) ?? null)
  return {
    calls: calls.filter((_, index) => words[index] === null),
    idle: calls.flatMap((call, index) => {
      const found = words[index] ?? null
      return found === null ? [] : [{ call, words: found }]
    }),
  }
}

const inPlural = (words: string): string => words.replace(/^is\b/, 'are')

/** The sentence about objects that are so already: “Nightly” is paused already, or 3 schedules are paused already. */
export const idleText = (idle: readonly Idle[], names: readonly string[], noun: Noun): string | null => {
  const [first, ...others] = idle
  if (!first) return null
  return others.length === 0
    ? `“${names[0] ?? ''}” ${first.words}`
    : `${counted(idle.length, noun)} ${inPlural(first.words)}`
}
