import type { Command } from '../commands/core/command.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'

/** The forms that data is printed in. */
export const FORMATS = ['table', 'wide', 'name', 'json', 'jsonl', 'yaml'] as const
export type Format = (typeof FORMATS)[number]

/** The formats of each form of data; what a command did has no rows, and a copied text no name. */
const FITTING: Readonly<Record<NonNullable<Command['prints']> | 'done', readonly Format[]>> = {
  rows: FORMATS,
  one: FORMATS,
  done: ['table', 'name', 'json', 'jsonl', 'yaml'],
  text: ['table', 'json', 'jsonl', 'yaml'],
  content: ['table'],
}

/** The formats that the data of a command can be printed in. */
export const formatsFor = (prints: Command['prints']): readonly Format[] => FITTING[prints ?? 'done']

const isFormat = (text: string): text is Format => FORMATS.some((each) => each === text)

const refuse = (sentence: string): never => {
  throw new TerminalFailure('usage', sentence)
}

/** The format that flags choose for what a command prints. Throws where they contradict each other, or do not fit it. */
export const formatOf = (flags: Flags, prints: Command['prints']): Format => formatAmong(flags, formatsFor(prints))

/** The format that flags choose among those that fit. Throws where they contradict each other, or name another one. */
export const formatAmong = (flags: Flags, fitting: readonly Format[]): Format => {
  const named = flags['output-format']
  if (named !== undefined && !fitting.some((each) => each === named))
    refuse(`-o takes ${fitting.join(', ')} here, but got “${named}”.`)
  const asked = new Set<Format>([
    ...(named !== undefined && isFormat(named) ? [named] : []),
    ...(flags.json === undefined ? [] : ['json' as const]),
    ...(flags.jsonl === undefined ? [] : ['jsonl' as const]),
  ])
  if (asked.size > 1) refuse(`Choose one format: ${[...asked].join(' and ')} contradict each other.`)
  const [format = 'table'] = asked
  if (flags['no-headers'] !== undefined && format !== 'table' && format !== 'wide')
    refuse(`--no-headers has no effect with ${format}.`)
  if (flags.columns !== undefined && (format === 'name' || format === 'wide'))
    refuse(`--columns has no effect with -o ${format}.`)
  if (flags.watch !== undefined && format === 'json')
    refuse('--watch prints rows as they change, so it has no whole array: use --jsonl or -o yaml.')
  return format
}
