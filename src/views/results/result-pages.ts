import { joinedBy } from '../core/joined-pages.ts'
import type { Result } from './full-result.ts'

/** Newest first; of two at one moment the one with the greater id. */
const newestFirst = (a: Result, b: Result): number =>
  a.created === b.created ? (a.id < b.id ? 1 : -1) : a.created < b.created ? 1 : -1

/** The rows of a list of results: the newest page above what is kept of older ones. */
export const joined = joinedBy(newestFirst)

/** Results that are there and not shown yet, since whoever reads is further down. */
export const heldBack = (shown: readonly Result[], all: readonly Result[]): number => {
  const known = new Set(shown.map(({ id }) => id))
  return all.filter(({ id }) => !known.has(id)).length
}
