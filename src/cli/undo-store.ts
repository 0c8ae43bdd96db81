import { rmSync } from 'node:fs'
import { type } from 'arktype'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { ownFile, textOf, writeOwn } from './credentials.ts'
import type { Connection } from './settings.ts'
import type { TerminalIo } from './terminal-io.ts'

/** Steps that are stored for a project. */
const MOST_STEPS = 20

const step = type({
  /** The message of what was done. The line that did it is not stored: it may hold a secret. */
  did: 'string',
  /** The line that undoes it. */
  undo: 'string',
  /** Unix ms. */
  at: 'number',
})
const stored = type({ '[string]': step.array() })

/** A command that can be undone. */
export type UndoStep = typeof step.infer
type Stored = typeof stored.infer

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

const writeStored = (env: TerminalIo['env'], steps: Stored): void => {
  const filled = Object.fromEntries(Object.entries(steps).filter(([, each]) => each.length > 0))
  if (Object.keys(filled).length === 0) rmSync(fileOf(env), { force: true })
  else writeOwn(fileOf(env), filled)
}

/** The commands of a project that can be undone, the last one first. */
export const undoSteps = (url: string, projectId: string | undefined, env: TerminalIo['env']): readonly UndoStep[] =>
  (readStored(env)[keyOf(url, projectId)] ?? []).toReversed()

/** Removes the last command of a project that can be undone. */
export const dropUndo = (url: string, projectId: string | undefined, env: TerminalIo['env']): void => {
  const all = readStored(env)
  const key = keyOf(url, projectId)
  writeStored(env, { ...all, [key]: (all[key] ?? []).slice(0, -1) })
}

/** Removes all that could be undone at a server: its sign-in has ended. */
export const dropUndoAt = (url: string, env: TerminalIo['env']): void =>
  writeStored(env, Object.fromEntries(Object.entries(readStored(env)).filter(([key]) => !key.startsWith(`${url} `))))

/** Stores the line that undoes a command, if there is one. With a key of the environment, as in CI, nothing is stored. */
export const storeUndo = (
  { undo }: Outcome,
  { url, byEnvironment }: Connection,
  { project }: Headless,
  io: TerminalIo,
): void => {
  const command = undo && phraseIn(tokensOf(undo.line), headlessCommands)?.command
  if (!undo || !command || byEnvironment || command.secret.length > 0) return
  const all = readStored(io.env)
  const key = keyOf(url, project?.id)
  const next = { did: undo.did, undo: undo.line, at: Date.now() }
  try {
    writeStored(io.env, { ...all, [key]: [...(all[key] ?? []), next].slice(-MOST_STEPS) })
  } catch {
    // The command is done: a home directory that cannot be written is no failure of it.
    io.err('It cannot be undone here: the file for that cannot be written.\n')
  }
}
