import type { Command } from '../commands/core/command.ts'
import { closestTo } from '../commands/core/line/closest.ts'
import { nounOf, offered } from './offered.ts'

/**
 * Tools that a client gets without asking for others. Models choose badly among hundreds of tools, and each costs room in their
 * context; the others are reached through `find_tools` and `use_tool`.
 */
const USUAL = new Set([
  'rows.project',
  'rows.monitor',
  'one.monitor',
  'monitor.run',
  'monitor.create',
  'monitor.update',
  'monitor.remove',
  'rows.result',
  'one.result',
  'get.result-content',
  'rows.workflow',
  'one.workflow',
  'workflow.run',
  'rows.workflow-result',
  'one.workflow-result',
  'rows.schedule',
  'schedule.create',
  'schedule.pause',
  'schedule.resume',
  'rows.incident',
  'one.incident',
  'incident.post',
  'incident.resolve',
  'rows.webhook',
  'alert.acknowledge',
  'get.alert-open',
  'get.alert-explain',
  'rows.location',
  'rows.environment',
  'rows.downtime',
  'downtime.create',
  'get.statistics-passfail',
  'get.statistics-metrics',
  'get.statistics-lag',
  'get.project-figures',
  'rows.audit-entry',
])

/** Whether a command is used daily. */
export const isUsual = ({ id }: Command): boolean => USUAL.has(id)

/** The commands that are listed as tools: the usual ones, all, or those about some nouns. */
export type Selection = 'usual' | 'all' | ReadonlySet<string>

/** Every word of a selection, a noun also in the plural, by what it means. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['usual', 'all'].map((word) => [word, word] as const),
  ...offered
    .map(nounOf)
    .flatMap((noun) => [
      [noun, noun] as const,
      [`${noun}s`, noun] as const,
      [noun.replace(/y$/, 'ies'), noun] as const,
    ]),
])

/**
 * Reads a selection as a flag or a query writes it: `usual`, `all`, or nouns with commas between them. A sentence where a word is unknown:
 * a client without the tools that it was set up for would do without them, and say nothing.
 */
export const readSelection = (text: string | null | undefined): Selection | { readonly problem: string } => {
  const words = (text ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  const unknown = words.find((each) => !WORDS.has(each))
  if (unknown !== undefined) return { problem: unknownSentence(unknown) }
  const meant = new Set(words.map((each) => WORDS.get(each) ?? each))
  if (meant.size === 0 || (meant.size === 1 && meant.has('usual'))) return 'usual'
  return meant.has('all') ? 'all' : meant
}

const unknownSentence = (word: string): string => {
  const [nearest] = closestTo(word, [...WORDS.keys()])
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `No tools are about ${JSON.stringify(word.slice(0, 100))}.${meant} Name usual, all, or nouns such as monitor,incident.`
}

/** Whether a selection lists a command. */
export const isSelected = (command: Command, selection: Selection): boolean => {
  if (selection === 'all') return true
  if (selection === 'usual') return isUsual(command)
  return selection.has(nounOf(command)) || (selection.has('usual') && isUsual(command))
}
