import { AsyncLocalStorage } from 'node:async_hooks'
import { LONG_WORK, SERVING, type SessionSettings } from './session-settings.ts'

/** Longest time that the figures of one answer are read, and longest time of one statement for them, in milliseconds. */
export const FIGURES_MS = 30_000

/**
 * Kinds of work in the database, each with the settings that its transactions begin with. They hold behind a pooler, too, which loses the
 * settings of the session. Work that everybody waits for names all of its limits; other kinds name where they differ from the session.
 */
export const KINDS_OF_WORK = {
  /** Work that a person or a program waits for. */
  request: {},
  /** Makes due runs, five times a second: all monitoring waits for it. */
  scheduling: { ...SERVING, statement_timeout: '1min' },
  /** Stores results under the locks of their monitors. */
  storing: { ...SERVING, statement_timeout: '2min' },
  /** Adds up results. */
  figures: { jit: 'off', statement_timeout: `${FIGURES_MS / 1_000}s` },
  /** Writes that may wait for a provider, such as one that refreshes a token. */
  provider: { idle_in_transaction_session_timeout: '90s' },
  /** Sends and writes messages, and looks for what they are about. */
  messages: {},
  /** Sums up, packs and deletes what is stored: a statement may take as long as it needs. */
  upkeep: { statement_timeout: '0' },
  /** Holds rows that others skip, while other connections compute for as long as they need. */
  resting: { idle_in_transaction_session_timeout: '0', statement_timeout: '0' },
  /** Migrations. */
  long: LONG_WORK,
} as const satisfies Record<string, SessionSettings>

export type KindOfWork = keyof typeof KINDS_OF_WORK

const kinds = new AsyncLocalStorage<KindOfWork>()

/** Does work whose transactions are of a kind. */
export const doing = <Value>(kind: KindOfWork, work: () => Promise<Value>): Promise<Value> => kinds.run(kind, work)

/** Settings that a transaction begins with, by the kind of the work that opens it. */
export const transactionSettings = (): SessionSettings => KINDS_OF_WORK[kinds.getStore() ?? 'request']
