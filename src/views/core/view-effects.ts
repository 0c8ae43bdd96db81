import type { ActorRefFrom } from 'xstate'
import type { ReplayEvent, ReplayRequest } from '../../../machines/alerts/replay.ts'
import type { appMachine } from '../../../machines/app.ts'
import type { PathDocument } from '../../../machines/chart/path-document.ts'
import type { JudgeTask, JudgingEvent } from '../../../machines/conditions/judging.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { AnyCall } from '../../contract/core/client.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import type { Tape } from './tape.ts'

export type AppActor = ActorRefFrom<typeof appMachine>

/** Storage between visits, or for the lifetime of the tab. */
export type BrowserStore = {
  read(name: string): unknown
  write(name: string, value: unknown): void
  forget(name: string): void
}

/** Passkeys of the browser. Options and answers are those of the endpoints. */
export type Passkeys = {
  readonly isSupported: () => boolean
  readonly create: (options: object) => Promise<NonNullable<BodyOf<ProductContract['factor.confirm-passkey']>>>
  readonly sign: (options: object) => Promise<NonNullable<BodyOf<ProductContract['session.passkey']>>>
}

/** Effects available to views, passed in by the entry point; all other effects belong to the machines. */
export type ViewEffects = {
  readonly app: AppActor
  readonly tape: Tape
  /** The shortest generated path to each transition of a chart, by the transition's key. */
  readonly shortestPaths: (chart: string) => Promise<ReadonlyMap<string, PathDocument>>
  /** Calls an endpoint; rejects with a `Failure`. Use commands for writes: the cache follows them. */
  readonly call: (operation: EndpointName, input: AnyCall) => Promise<unknown>
  /** Expiry of the access token in Unix ms; null when signed out. */
  readonly signedInUntil: () => Promise<number | null>
  readonly localStore: BrowserStore
  readonly sessionStore: BrowserStore
  /** PKCE verifier and state of an authorization at a provider, which the tab stores while the provider's page is open. */
  readonly authorization: () => Promise<{
    make(): Promise<{ verifier: string; challenge: string; csrfToken: string }>
    keep(made: { verifier: string; state: string }): void
    take(): { readonly verifier: string | null; readonly state: string | null }
  }>
  /** A new unique id. */
  readonly newId: () => string
  readonly copy: (text: string) => Promise<void>
  readonly download: (name: string, type: string, content: string) => void
  /** Evaluates conditions in a worker and tells each step; returns a function that stops it. */
  readonly judge: (task: JudgeTask, tell: (event: JudgingEvent) => void) => () => void
  /** Replays an alert at the server and tells each step; returns a function that stops it. */
  readonly replay: (request: ReplayRequest, tell: (event: ReplayEvent) => void) => () => void
  readonly passkeys: Passkeys
  /** Leaves the app for another URL. */
  readonly leave: (href: string) => void
}
