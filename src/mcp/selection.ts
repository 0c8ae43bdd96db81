import type { Command } from '../commands/core/command.ts'
import { nounOf } from './offered.ts'

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

/** Reads a selection as a flag or a query writes it: `usual`, `all`, or nouns with commas between them. */
export const selectionOf = (text: string | null | undefined): Selection => {
  const words = (text ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  if (words.length === 0 || (words.length === 1 && words[0] === 'usual')) return 'usual'
  return words.includes('all') ? 'all' : new Set(words)
}

/** Whether a selection lists a command. A noun may be written in the plural. */
export const isSelected = (command: Command, selection: Selection): boolean => {
  if (selection === 'all') return true
  if (selection === 'usual') return isUsual(command)
  const noun = nounOf(command)
  return selection.has(noun) || selection.has(`${noun}s`) || (selection.has('usual') && isUsual(command))
}
