import type { Category } from '../parts/text/category.ts'

/** As much of a delivery as says how it went. */
type Outcome = {
  readonly status: 'delivered' | 'retrying' | 'failed' | 'waiting'
  readonly http_code: number | null
  readonly error: string | null
}

/** What went wrong, in few words: the error's own, else the status that the receiver answered; empty where nothing did. */
export const failureText = ({ http_code, error }: Omit<Outcome, 'status'>): string =>
  error ?? (http_code === null || http_code < 300 ? '' : `status ${http_code}`)

/** How a delivery went: the shape and the word for it. */
export const deliveryWords: Readonly<Record<Outcome['status'], { category: Category; word: string }>> = {
  delivered: { category: 'PASS', word: 'Delivered' },
  retrying: { category: 'WARNING', word: 'Trying again' },
  failed: { category: 'FAIL', word: 'Not delivered' },
  waiting: { category: 'QUEUED', word: 'Waiting' },
}
