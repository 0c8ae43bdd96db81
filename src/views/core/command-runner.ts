import { unavailableReason } from '../../commands/core/availability.ts'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { World } from '../../commands/core/world.ts'
import type { ActArguments, ActFacts, Acts } from '../parts/act/acts.ts'
import { commandBook } from './command-book.ts'
import { lineReading } from './line-memory.ts'

/** A failed command; shown until the next command or navigation, and one that the server did not answer until it does. */
export type CommandFailure = { readonly command: string; readonly sentence: string; readonly isUnanswered: boolean }

/** Running commands and the last failure. */
export type CommandRunnerState = {
  readonly pending: ReadonlySet<string>
  readonly failure: CommandFailure | null
  /** Progress of a bulk command. */
  readonly progress: { readonly done: number; readonly of: number } | null
}

export type CommandRunner = {
  readonly acts: Acts
  readonly state: () => CommandRunnerState
  readonly subscribe: (listener: () => void) => () => void
  /** Runs a typed line without the console, such as an undo; failures show as for a button. */
  readonly runLine: (line: string) => void
  /** Clears the failure after navigation. */
  readonly clearFailure: () => void
  /** Clears a failure that the server did not answer, once it answers again. */
  readonly clearUnanswered: () => void
}

const RESTING: CommandRunnerState = { pending: new Set(), failure: null, progress: null }

const keyOf = (id: string, args: ActArguments = {}): string => `${id} ${JSON.stringify(args)}`

const failureOf = (command: string, failure: unknown): CommandFailure => ({
  command,
  sentence: failureSentence(failure),
  isUnanswered: failure instanceof Error && 'isUnanswered' in failure && failure.isUnanswered === true,
})

/** Runs the commands of buttons, keys and menus, and tracks which are running. */
export const openCommandRunner = (world: World): CommandRunner => {
  const listeners = new Set<() => void>()
  let state = RESTING
  const set = (next: Partial<CommandRunnerState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const without = (key: string): ReadonlySet<string> => new Set([...state.pending].filter((each) => each !== key))

  const carryOut = async (id: string, args: ActArguments): Promise<void> => {
    const key = keyOf(id, args)
    // Ignores a second press while the command is running.
    if (state.pending.has(key)) return
    const slow = commandBook.find(id)?.effect !== 'read'
    if (slow) set({ pending: new Set([...state.pending, key]) })
    try {
      const { perform } = await commandBook.load()
      // Confirmations are asked in the console, which reads the command from a line.
      if (commandBook.find(id)?.confirm) await lineReading.load()
      await perform(id, args, world, { progress: (done, of) => set({ progress: { done, of } }) })
      if (state.failure) set({ failure: null })
    } catch (failure) {
      set({ failure: failureOf(id, failure) })
    }
    if (slow) set({ pending: without(key), progress: null })
  }
  const facts = (id: string, args: ActArguments = {}): ActFacts => {
    const command = commandBook.find(id)
    if (!command) throw new Error(`There is no command called ${id}.`)
    const why = unavailableReason(command, world)
    return {
      label: command.title,
      pendingLabel: command.pending,
      key: command.keys ?? null,
      icon: command.icon,
      enabled: why === null,
      why: why ?? undefined,
      pending: state.pending.has(keyOf(id, args)),
    }
  }
  return {
    acts: { perform: (id, args = {}) => void carryOut(id, args), facts },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    runLine(line) {
      lineReading
        .load()
        .then(({ performLine }) => performLine(line, world))
        .catch((failure: unknown) => set({ failure: failureOf(line, failure) }))
    },
    clearFailure() {
      if (state.failure) set({ failure: null })
    },
    clearUnanswered() {
      if (state.failure?.isUnanswered) set({ failure: null })
    },
  }
}
