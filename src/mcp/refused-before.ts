import { bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { CommandRefused, callsOf } from '../commands/core/perform.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { ofArgument } from './argument-names.ts'
import { type Input, RULES } from './rules-before.ts'

/** Of more objects, the first are tried: their values are the same for all, and many commands read each before they change it. */
const MOST_TRIED = 10

const ofFew = (command: Command, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const key = bulkArgumentOf(command)?.key
  const named = key === undefined ? null : args[key]
  return key !== undefined && Array.isArray(named) ? { ...args, [key]: named.slice(0, MOST_TRIED) } : args
}

class NotNow extends Error {}

/** Calls that read as they are; what would be written is kept instead. */
const rehearsing = (call: HeadlessCall) => {
  const kept: { readonly operation: EndpointName; readonly input: Input }[] = []
  const rehearsed: HeadlessCall = async (operation, input, options) => {
    const { effect }: AnyEndpoint = contract[operation]
    if (effect === 'read') return call(operation, input, options)
    kept.push({ operation, input })
    throw new NotNow()
  }
  return { kept, rehearsed }
}

/** Why a command has nothing to write: its own sentence, or what it told instead of doing anything. */
const sentenceOf = (ended: Outcome | CommandRefused): string | null => {
  if (ended instanceof CommandRefused) return ended.message
  const told = ended.messages.map(({ text }) => text)
  return told.length === 0 ? null : told.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** A command that was carried out as far as its first write of each object. */
export type Rehearsal = {
  /** The writes that it was about to make. */
  readonly kept: readonly { readonly operation: EndpointName; readonly input: Input }[]
  /** How it ended; null where something went wrong that goes wrong again when it is carried out. */
  readonly ended: Outcome | CommandRefused | null
  /** Calls that read. */
  readonly world: Headless
  /** Whether it was about all objects that are named. */
  readonly isWhole: boolean
}

/** Carries a command out with calls that do not write. */
export const rehearse = async (
  command: Command,
  args: Readonly<Record<string, unknown>>,
  { call, open }: { call: HeadlessCall; open: (call: HeadlessCall) => Promise<Headless> },
): Promise<Rehearsal> => {
  const { kept, rehearsed } = rehearsing(call)
  const world = await open(rehearsed)
  const ended = await world
    .perform(command, ofFew(command, args))
    .catch((error: unknown) => (error instanceof CommandRefused ? error : null))
  return { kept, ended, world, isWhole: callsOf(command, args).length <= MOST_TRIED }
}

/**
 * Why a command would be refused, so that nobody is asked about it in vain; null where nothing is known against it. One that writes nothing in
 * its rehearsal has said why, and what it would write first is judged by the rules of the domain. What only the store can tell is left to the
 * server.
 */
export const refusalBefore = async (
  command: Command,
  { kept, ended, world }: Rehearsal,
  nowMs: number,
): Promise<string | null> => {
  if (kept.length === 0) return ended && sentenceOf(ended)
  // What destroys has no values, and its objects were found.
  if (command.effect === 'destroy' && !command.writes?.some((name) => RULES[name])) return null
  const problems: string[] = []
  for (const { operation, input } of kept) {
    const found = (await RULES[operation]?.(input, { call: world.call, nowMs })) ?? []
    problems.push(...found.map((each) => ofArgument(command, each)))
  }
  return problems.length === 0 ? null : [...new Set(problems)].join(' ')
}
