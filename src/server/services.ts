import type { AllowRule } from '../domain/core/addresses.ts'
import type { ResultUrl } from '../domain/results/result-url.ts'
import type { Identity } from './access/bearer.ts'
import type { Refreshing } from './auth/refresh.ts'
import type { Configuration } from './configuration.ts'
import type { Delivering } from './delivery/deliver.ts'
import type { Dispatch } from './dispatch/dispatch.ts'
import type { Trials } from './dispatch/trials.ts'
import type { EmbeddedProvider } from './identity/embedded.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Live } from './live/live.ts'
import type { MailTransport } from './mail/transport.ts'
import type { ProgramFile } from './program-file.ts'
import type { StatusPages } from './status/pages.ts'
import type { LocationStatus } from './store/agents/location-status.ts'
import type { Database } from './store/core/database.ts'
import type { SecretCipher } from './store/core/secret-cipher.ts'
import type { ResultStore } from './store/results/result-store.ts'

/** Services of the handlers: created once at start and passed in. */
export type Services = {
  readonly configuration: Configuration
  /** The address people use, without a slash at its end. */
  readonly url: string
  readonly database: Database
  readonly results: ResultStore
  readonly sealing: SecretCipher
  readonly keyring: Keyring
  readonly dispatch: Dispatch
  readonly trials: Trials
  readonly ingest: Ingest
  readonly live: Live
  /** Where a person finds a result of a project. */
  readonly resultUrl: ResultUrl
  /** Who signs people in: the embedded provider, null where a tenant does. */
  readonly provider: EmbeddedProvider | null
  readonly identity: Identity
  /** The way out for mail, or into the outbox where there is none. */
  readonly mail: MailTransport
  /** Wakes the sender of mail. */
  readonly wakeMail: () => void
  /** Wakes what takes away the remains of removed projects. */
  readonly wakeRemoval: () => void
  /** What delivering a webhook's message takes. */
  readonly delivering: Delivering
  /** Wakes the sender of webhook deliveries. */
  readonly wakeDelivery: () => void
  /** What refreshing a token takes. */
  readonly refreshing: Refreshing
  /** What calls and webhooks may reach although it is not public. */
  readonly allowed: readonly AllowRule[]
  /** Whether store, scheduler and embedded agent can do their work. */
  readonly health: () => Promise<Health>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Public status pages, kept in memory. */
  readonly statusPages: StatusPages
  readonly joinToken: string
  /** The agent's program; null if it has not been built. */
  readonly agentFile: ProgramFile | null
  /** The terminal's program; null if it has not been built. */
  readonly terminalFile: ProgramFile | null
  /** Where the built-in sample API answers, without a slash at its end. */
  readonly sampleUrl: string
  /** The one-time token that sets up an empty installation; null once that is done. */
  readonly setupToken: () => Promise<string | null>
  readonly version: string
  readonly log: (line: string) => void
}

/** Results that wait for longer than this are not being stored. */
export const STORING_STALLED_MS = 10_000

export type Health = {
  store: boolean
  /** Results are stored, or there are none to store. */
  storing: boolean
  scheduler: boolean
  /** The location of the embedded agent. */
  local: LocationStatus
  lagMs: number | null
  /** How late the event loop was within the last minute (ms). */
  loopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number }
  /** The newest step of the wall clock within the last hour. */
  clockStep: { steppedMs: number; at: number } | null
  /** Names of settings that PostgreSQL, or a pooler before it, does not keep for our connections. */
  lostSettings: readonly string[]
}
