import { createContext, useContext } from 'react'

/** The answers that a command is given beforehand, by name. */
export type ActArguments = Readonly<Record<string, unknown>>

/** What a button shows of its command. */
export type ActFacts = {
  /** "Run now" */
  readonly label: string
  /** "Running"; absent: made from the label. */
  readonly pendingLabel?: string | undefined
  /** Its shortcut as it is declared: `r`, `g h`, `Shift+r`, `Mod+k`. */
  readonly key: string | null
  readonly icon?: string | undefined
  readonly enabled: boolean
  /** Why it is not enabled, as a sentence. */
  readonly why?: string | undefined
  readonly pending: boolean
}

/** The commands, as the parts see them: what they look like now, and doing one. */
export type Acts = {
  perform(id: string, args?: ActArguments): void
  facts(id: string, args?: ActArguments): ActFacts
}

/** Something to do with its answers: what buttons, menu items, sort headers and closings of dialogs are made of. */
export type ActSpec = { readonly command: string; readonly args?: ActArguments | undefined }

const unprovided = (): never => {
  throw new Error('Acts are provided at the door of the web app')
}

export const ActsContext = createContext<Acts>({ perform: unprovided, facts: unprovided })

/** The commands of this app. */
export const useActs = (): Acts => useContext(ActsContext)
