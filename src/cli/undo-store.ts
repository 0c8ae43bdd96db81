import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type } from 'arktype'
import type { UndoStep } from '../../machines/undo.ts'
import { headlessCommandById } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { ownFile, textOf, writeOwn } from './credentials.ts'
import type { Connection } from './settings.ts'
import type { TerminalIo } from './terminal-io.ts'

/** Actions that are stored for a project. */
const MOST_ACTIONS = 20

const call = { command: 'string', args: { '[string]': 'unknown' } } as const
const field = { path: 'string', from: 'unknown', to: 'unknown' } as const

const action = type({
  did: 'string',
  steps: type({ ...call, reverse: call })
    .or({ operation: 'string', params: { '[string]': 'string' }, name: 'string', fields: type(field).array() })
    .array(),
  at: 'number',
  'afterRefusal?': 'boolean',
  'isUnchanged?': 'boolean',
})
const stored = type({ '[string]': action.array() })

/** An action of the terminal. */
export type Undoable = {
  /** The message of what was done. The line that did it is not stored: it may hold a secret. */
  readonly did: string
  /** Commands, and fields with the values before; none where it cannot be undone. */
  readonly steps: readonly UndoStep[]
  /** Unix ms. */
  readonly at: number
  /** An action after it was refused its undo: whoever only repeats `undo` does not mean this one. */
  readonly afterRefusal?: boolean
  /** It left everything as it was: its undo does nothing, and not what undoes the action before it. */
  readonly isUnchanged?: boolean
}
type Stored = Readonly<Record<string, readonly Undoable[]>>

const fileOf = (env: TerminalIo['env']): string => ownFile(env, 'undo.json')
const keyOf = (url: string, projectId: string | undefined): string => `${url} ${projectId ?? ''}`

const readStored = (env: TerminalIo['env']): Stored => {
  try {
    const read = stored(JSON.parse(textOf(fileOf(env)) ?? '{}'))
    return read instanceof type.errors ? {} : read
  } catch {
    // A file that cannot be read undoes nothing; the next command writes it anew.
    return {}
  }
}

const writeStored = (env: TerminalIo['env'], actions: Stored): void => {
  const filled = Object.fromEntries(Object.entries(actions).filter(([, each]) => each.length > 0))
  if (Object.keys(filled).length === 0) rmSync(fileOf(env), { force: true })
  else writeOwn(fileOf(env), filled)
}

/** The actions in a project, the last one first. */
export const undoableActions = (
  url: string,
  projectId: string | undefined,
  env: TerminalIo['env'],
): readonly Undoable[] => (readStored(env)[keyOf(url, projectId)] ?? []).toReversed()

/**
 * Removes an action of a project, or leaves the steps of its undo that are still to be done. `isRefused`: it was not undone. Another terminal
 * may have done more since it was read.
 */
export const settleUndo = (
  url: string,
  projectId: string | undefined,
  env: TerminalIo['env'],
  action: Undoable,
  { left = [], isRefused = false }: { left?: Undoable['steps']; isRefused?: boolean } = {},
): void => {
  const all = readStored(env)
  const key = keyOf(url, projectId)
  const actions = (all[key] ?? []).toReversed()
  const place = actions.findIndex((each) => isDeepStrictEqual(each, action))
  if (place < 0) return
  const rest = left.length > 0 ? [{ ...action, steps: left }] : []
  const [next, ...older] = actions.slice(place + 1)
  const before = next ? [isRefused && rest.length === 0 ? { ...next, afterRefusal: true } : next, ...older] : []
  writeStored(env, { ...all, [key]: [...actions.slice(0, place), ...rest, ...before].toReversed() })
}

/** Removes all that could be undone at a server: its sign-in has ended. */
export const dropUndoAt = (url: string, env: TerminalIo['env']): void =>
  writeStored(env, Object.fromEntries(Object.entries(readStored(env)).filter(([key]) => !key.startsWith(`${url} `))))

/**
 * Stores an action with the steps that undo it: none where it cannot be undone or changed nothing, so that an undo does not take an earlier
 * one for it. With a key of the environment, as in CI, nothing is stored.
 */
export const storeUndo = (
  { undo, isUnchanged, messages }: Outcome,
  { url, byEnvironment }: Connection,
  { project }: Headless,
  io: TerminalIo,
): void => {
  if (byEnvironment || (!undo && !isUnchanged)) return
  const all = readStored(io.env)
  const key = keyOf(url, project?.id)
  const steps = undo?.steps.every(isStorable) ? [...undo.steps] : []
  const next: Undoable = undo
    ? { did: undo.did, steps, at: Date.now() }
    : { did: messages.at(-1)?.text ?? '', steps, at: Date.now(), isUnchanged: true }
  try {
    writeStored(io.env, { ...all, [key]: [...(all[key] ?? []), next].slice(-MOST_ACTIONS) })
  } catch {
    // The command is done: a home directory that cannot be written is no failure of it.
    io.err('It cannot be undone here: the file for that cannot be written.\n')
  }
}

/** Whether a step works without a screen and holds no secret. */
const isStorable = (step: UndoStep): boolean => {
  if (!('command' in step)) return true
  const command = headlessCommandById(step.command)
  return command?.secret.every((key) => step.args[key] === undefined) ?? false
}
