import type { Category } from '../parts/text/category.ts'

/** As much of a delivery as says how it went. */
type Outcome = {
  readonly status: 'delivered' | 'retrying' | 'failed' | 'waiting'
  readonly http_code: number | null
  readonly error: string | null
}

/** The error of a delivery in few words: its own, otherwise the receiver's status; empty without an error. */
export const failureText = ({ http_code, error }: Omit<Outcome, 'status'>): string =>
  error ?? (http_code === null || http_code < 300 ? '' : `status ${http_code}`)

/** Status of a delivery: shape and label. */
export const deliveryWords: Readonly<Record<Outcome['status'], { category: Category; word: string }>> = {
  delivered: { category: 'PASS', word: 'Delivered' },
  retrying: { category: 'WARNING', word: 'Trying again' },
  failed: { category: 'FAIL', word: 'Not delivered' },
  waiting: { category: 'QUEUED', word: 'Waiting' },
}
