import type { FoundSignal } from '../../../domain/alerts/signal.ts'
import type { Db } from '../../store/core/database.ts'
import type { ResultStore } from '../../store/results/result-store.ts'

export type Asked = {
  readonly db: Db
  readonly results: ResultStore
  readonly projectKey: number
  readonly now: number
  /** The longest of the days before an expiry that an alert of the project asks for. */
  readonly within: number
}

/** Finds the standing conditions of one kind in a project; how far one must go is the alert's matter. */
export type SignalSource = (asked: Asked) => Promise<FoundSignal[]>
