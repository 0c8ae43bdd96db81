import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '../../../machines/app.ts'
import type { EndpointName } from '../../contract/contract.ts'
import type { AnyCall } from '../../contract/core/client.ts'
import type { Recorder } from './recorder.ts'

export type AppActor = ActorRefFrom<typeof appMachine>

/** What is kept for a person between visits, or for as long as the tab lives. */
export type Shelf = {
  read(name: string): unknown
  write(name: string, value: unknown): void
  forget(name: string): void
}

/** The effects that views may have, handed in by the web app's door; all others belong to the machines. */
export type Door = {
  readonly app: AppActor
  readonly recorder: Recorder
  /** Calls an endpoint; rejects with a `Failure`. For writes prefer a command: caches follow those. */
  readonly call: (operation: EndpointName, input: AnyCall) => Promise<unknown>
  /** Until when the token of the sign-in is good, in Unix ms; null where nobody is signed in. */
  readonly signedInUntil: () => Promise<number | null>
  readonly lasting: Shelf
  readonly passing: Shelf
  /** An id that was never given before. */
  readonly newId: () => string
  readonly copy: (text: string) => Promise<void>
  readonly download: (name: string, type: string, content: string) => void
  /** Leaves the app for another address. */
  readonly leave: (href: string) => void
}
