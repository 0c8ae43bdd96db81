import type { Command } from '../command.ts'

/** Verbs of commands that change nothing but the screen. `switch` is none: every line after it is about another project. */
const OPENING = new Set([
  'open',
  'new',
  'edit',
  'show',
  'filter',
  'chart',
  'inspect',
  'compare',
  'explain',
  'next',
  'previous',
  'earlier',
  'later',
])

/** Whether a command only opens something, so that running the wrong one costs a look. Another effect needs its name typed, or the row moved to. */
export const opens = ({ words, effect, writes = [] }: Command): boolean =>
  effect === 'read' && writes.length === 0 && OPENING.has(words.split(' ')[0] ?? '')
