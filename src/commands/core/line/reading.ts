import type { Argument } from '../argument.ts'
import type { Command } from '../command.ts'
import type { SearchCall } from '../search-call.ts'

/** The role of a span in a line: `text` before a command is recognized. */
export type Role = 'command' | 'value' | 'flag' | 'wrong' | 'text'

export type Problem = {
  readonly from: number
  readonly to: number
  /** "No location is called aws-use9." */
  readonly sentence: string
  /** It stands at the end of the line and may just not be typed out yet: shown as nothing, and run all the same never. */
  readonly unfinished: boolean
  readonly argument: Argument | null
  /** What may stand there instead, as it would be typed; the nearest first. */
  readonly instead: readonly string[]
  /** The whole line with the nearest of them; null where none is nearer than the others. */
  readonly fix: string | null
  /** Whether nothing else can be meant: then Enter writes the fix, to be read before the next Enter. */
  readonly isCertain: boolean
  /** The search on the server that decides whether it is one. */
  readonly search: SearchCall | null
  /** The objects that it is about are still being loaded, which decides it as well. */
  readonly isLoading: boolean
}

/** A parsed line. */
export type Reading = {
  readonly line: string
  readonly command: Command | null
  readonly tokens: readonly { readonly from: number; readonly to: number; readonly role: Role }[]
  /** What the command is given: ids for names. The argument it runs for several things by may hold a list of ids. */
  readonly args: Readonly<Record<string, unknown>>
  /** The next argument that is required and not there. */
  readonly missing: Argument | null
  readonly problems: readonly Problem[]
  /** The argument at the end of the line. */
  readonly current: Argument | null
  /** What is being typed at the end, which a choice replaces: its place, and what it says. */
  readonly piece: { readonly from: number; readonly text: string }
  /** The word after `--confirm`. */
  readonly confirmed: string | null
}

/** Whether Enter runs it, or asks for confirmation: it names a command, lacks nothing, and nothing in it is wrong. */
export const isComplete = (reading: Reading): boolean =>
  reading.command !== null && reading.missing === null && reading.problems.length === 0

/** Whether the server has yet to say what a name in the line means. */
export const isDeciding = ({ problems }: Reading): boolean =>
  problems.some(({ search, isLoading }) => search !== null || isLoading)

/** The problem that is shown, if one is. */
export const shownProblem = (reading: Reading): Problem | null =>
  reading.problems.find(({ unfinished }) => !unfinished) ?? null
