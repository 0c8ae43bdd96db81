import type { UndoStep } from '../../../machines/undo.ts'
import type { EndpointName } from '../../contract/contract.ts'
import type { Shown } from '../core/world.ts'

/** A run that a command started. `category` is null while it is not over, or where nobody waited for it. */
export type StartedRun = {
  readonly of: 'monitor' | 'workflow'
  readonly targetId: string
  readonly name: string
  readonly resultId: string | null
  readonly locationId: string | null
  readonly category: string | null
  /** Milliseconds in all. */
  readonly responseTime: number | null
  /** Why it could not be started or followed. */
  readonly error: string | null
  /** It was started, and the server cannot be asked how it goes: nothing is known of its result. */
  readonly isLost: boolean
  /** Without a result: the server did not answer, so that it may have been started (`unknown`), or could not be reached. */
  readonly start?: 'unknown' | 'unreachable'
  /** The result as the API answers it. */
  readonly result: unknown
}

/** Data that was asked for, and the name of the object that it is about where a line names several. */
export type ShownData = Shown & { readonly of?: string }

export type Message = { readonly text: string; readonly category?: 'WARNING' | 'FAIL' }

/** A new secret, which is shown once. */
export type NewSecret = { readonly title: string; readonly secret: string }

export type OutgoingFile = { readonly name: string; readonly type: string; readonly content: string | ArrayBuffer }

/** Everything that carrying out a command brought about. */
export type Outcome = {
  readonly messages: readonly Message[]
  /** Data that was asked for, in the order of the objects in the line. */
  readonly shown: readonly ShownData[]
  /** Answers of endpoints that write, in their order; of several objects in the order of the line. */
  readonly written: readonly { readonly operation: EndpointName; readonly answer: unknown }[]
  readonly secrets: readonly NewSecret[]
  readonly runs: readonly StartedRun[]
  readonly files: readonly OutgoingFile[]
  /** Texts that the web app copies to the clipboard. */
  readonly copied: readonly string[]
  /** The address in the web app of the object that the command leads to. */
  readonly leadsTo: string | null
  /** The project that the command switches to. */
  readonly switchedTo: string | null
  /** The steps that undo the command, and the message of what it did; null where nothing undoes it. */
  readonly undo: { readonly did: string; readonly steps: readonly UndoStep[] } | null
  /** Whether the command changes things, and left all of them as they were. */
  readonly isUnchanged: boolean
}

type Writable<Part> = { -readonly [Key in keyof Part]: Part[Key] extends readonly (infer Item)[] ? Item[] : Part[Key] }

/** An outcome that is being put together. */
export type OpenOutcome = Writable<Outcome>

export const emptyOutcome = (): OpenOutcome => ({
  messages: [],
  shown: [],
  written: [],
  secrets: [],
  runs: [],
  files: [],
  copied: [],
  leadsTo: null,
  switchedTo: null,
  undo: null,
  isUnchanged: false,
})
