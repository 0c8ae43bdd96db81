import { createContext, useContext } from 'react'

/** Arguments given to a command in advance, by name. */
export type ActArguments = Readonly<Record<string, unknown>>

/** Presentation of a command on a button. */
export type ActFacts = {
  /** "Run now" */
  readonly label: string
  /** "Running"; default: derived from the label. */
  readonly pendingLabel?: string | undefined
  /** Declared shortcut: `r`, `g h`, `Shift+r`, `Mod+k`. */
  readonly key: string | null
  readonly icon?: string | undefined
  readonly enabled: boolean
  /** Reason why it is disabled, as a sentence. */
  readonly why?: string | undefined
  readonly pending: boolean
}

/** Commands as used by the parts: current presentation and execution. */
export type Acts = {
  perform(id: string, args?: ActArguments): void
  facts(id: string, args?: ActArguments): ActFacts
}

/** A command with its arguments, as used by buttons, menu items, sort headers and dialogs. */
export type ActSpec = { readonly command: string; readonly args?: ActArguments | undefined }

const unprovided = (): never => {
  throw new Error('ActsContext is missing')
}

export const ActsContext = createContext<Acts>({ perform: unprovided, facts: unprovided })

/** The commands of this app. */
export const useActs = (): Acts => useContext(ActsContext)
