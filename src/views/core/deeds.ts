import { whyNot } from '../../commands/core/availability.ts'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import type { World } from '../../commands/core/world.ts'
import type { ActArguments, ActFacts, Acts } from '../parts/act/acts.ts'
import { commandBook } from './command-book.ts'
import { lineReading } from './line-memory.ts'

/** A command that was not carried out: stays on the screen until the next one, or until one goes elsewhere. */
export type Trouble = { readonly command: string; readonly sentence: string }

/** What is under way, and what went wrong last. */
export type DeedState = {
  readonly pending: ReadonlySet<string>
  readonly trouble: Trouble | null
  /** How far a command for several things has come. */
  readonly progress: { readonly done: number; readonly of: number } | null
}

export type Deeds = {
  readonly acts: Acts
  readonly state: () => DeedState
  readonly subscribe: (listener: () => void) => () => void
  /** Carries out a typed line that nobody watches, such as that of an undo: what goes wrong is told like a button's. */
  readonly giveLine: (line: string) => void
  /** One went elsewhere: what went wrong there is told no more. */
  readonly forgetTrouble: () => void
}

const RESTING: DeedState = { pending: new Set(), trouble: null, progress: null }

const keyOf = (id: string, args: ActArguments = {}): string => `${id} ${JSON.stringify(args)}`

/** Carries out what buttons, keys and menus ask for, and knows what is under way. */
export const openDeeds = (world: World): Deeds => {
  const listeners = new Set<() => void>()
  let state = RESTING
  const set = (next: Partial<DeedState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const without = (key: string): ReadonlySet<string> => new Set([...state.pending].filter((each) => each !== key))

  const carryOut = async (id: string, args: ActArguments): Promise<void> => {
    const key = keyOf(id, args)
    // A second press of a button that is at work is not a second deed.
    if (state.pending.has(key)) return
    const slow = commandBook.find(id)?.effect !== 'read'
    if (slow) set({ pending: new Set([...state.pending, key]) })
    try {
      const { perform } = await commandBook.load()
      // What has to be confirmed is asked about in the console, which reads it from a line.
      if (commandBook.find(id)?.confirm) await lineReading.load()
      await perform(id, args, world, { progress: (done, of) => set({ progress: { done, of } }) })
      if (state.trouble) set({ trouble: null })
    } catch (failure) {
      set({ trouble: { command: id, sentence: failureSentence(failure) } })
    }
    if (slow) set({ pending: without(key), progress: null })
  }
  const facts = (id: string, args: ActArguments = {}): ActFacts => {
    const command = commandBook.find(id)
    if (!command) throw new Error(`There is no command called ${id}.`)
    const why = whyNot(command, world)
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
    giveLine(line) {
      lineReading
        .load()
        .then(({ performLine }) => performLine(line, world))
        .catch((failure: unknown) => set({ trouble: { command: line, sentence: failureSentence(failure) } }))
    },
    forgetTrouble() {
      if (state.trouble) set({ trouble: null })
    },
  }
}
