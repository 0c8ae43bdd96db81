import { closestTo } from '../commands/core/line/closest.ts'
import { readSelection, type Selection } from './selection.ts'

const KNOWN = ['tools', 'write', 'project'] as const

/** Wishes of a client in the address of the endpoint. */
export type Parameters = {
  readonly selection: Selection
  /** Null: it says nothing of writing. */
  readonly writes: boolean | null
  /** A project as its person wrote it: by its id or its name; null where none is named. */
  readonly project: string | null
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 100))

const unknownSentence = (name: string): string => {
  const [nearest] = closestTo(name, KNOWN)
  return `The address has an unknown parameter ${shown(name)}. ${nearest === undefined ? `It takes ${KNOWN.join(', ')}.` : `Did you mean ${nearest}?`}`
}

/**
 * Reads the query of the endpoint's address, or says what is wrong with it. Nothing is passed over: a program that was set up for one
 * project would otherwise write to another one.
 */
export const readParameters = (query: URLSearchParams): Parameters | { readonly problem: string } => {
  for (const name of new Set(query.keys())) {
    if (!KNOWN.some((each) => each === name)) return { problem: unknownSentence(name) }
    if (query.getAll(name).length > 1) return { problem: `The address has ${name} more than once.` }
  }
  const write = query.get('write')
  if (write !== null && write !== 'true' && write !== 'false')
    return { problem: `write must be true or false, not ${shown(write)}.` }
  const project = query.get('project')
  if (project?.trim() === '') return { problem: 'project must be the id or the name of a project, or be left out.' }
  const selection = readSelection(query.get('tools'))
  if (typeof selection === 'object' && 'problem' in selection) return { problem: `tools: ${selection.problem}` }
  return { selection, writes: write === null ? null : write === 'true', project }
}
