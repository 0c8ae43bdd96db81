import type { AllowRule } from '../../domain/core/addresses.ts'
import type { Step } from '../../domain/monitors/browser-steps.ts'
import type { BrowserOutcome, PageTask } from './page-task.ts'

/** Start values of the thread that runs browser tests. */
export type BrowserStart = {
  /** Tells this thread from others of the program. */
  readonly kind: 'browser'
  /** Chromium's program. */
  readonly path: string
  readonly concurrency: number
  readonly allowed: readonly AllowRule[]
}

/** Message to the thread: a run, or the request to end. `shown` are the steps with their placeholders. */
export type ToBrowser = { readonly run: number; readonly task: PageTask; readonly shown: readonly Step[] } | 'end'

/** Message from the thread. `pids` are the process groups of Chromium, sent whenever they change. */
export type FromBrowser =
  | { readonly run: number; readonly outcome: BrowserOutcome }
  | { readonly log: string }
  /** Sent whenever a browser has started. */
  | { readonly isSandboxed: boolean }
  | { readonly pids: readonly number[] }
  | 'ended'
