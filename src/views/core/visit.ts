import { useEffect } from 'react'
import { pathOf } from '../../../machines/navigation.ts'

/** A stay on one path, with or without the slash at its end. Addresses of the same path that follow each other, such as those of filters and pages, are one visit. */
type Visit = { readonly id: string; readonly path: string }

/** Visits of earlier loads of the page have other ids: what they remembered is gone. */
const firstId = performance.timeOrigin
let made = 0
let visit: Visit = { id: '', path: '' }

/** The id that was written into the browser's history entry; null for an entry that was just added or replaced. */
const stampOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'visit' in state && typeof state.visit === 'string'
    ? state.visit
    : null

/**
 * Id of the visit that the browser's history entry belongs to. It is kept in the entry, so that Back and Forward lead to
 * the same visit and a link to the same address starts another.
 */
export const visitId = (): string => {
  const path = pathOf(location.pathname)
  const stamped = stampOf(history.state)
  if (stamped !== null) {
    if (stamped !== visit.id) visit = { id: stamped, path }
    return stamped
  }
  if (visit.path !== path) {
    made += 1
    visit = { id: `${firstId}-${made}`, path }
  }
  history.replaceState({ visit: visit.id }, '')
  return visit.id
}

/** Values remembered at once; the oldest are dropped. */
const MOST = 100

type VisitMemory<Value> = {
  readonly recall: (name: string) => Value | undefined
  readonly remember: (name: string, value: Value) => void
  readonly forget: (name: string) => void
}

/** Memory of a part of screens, such as the cursor of lists: a value for each visit and name, until the page is reloaded. */
export const visitMemory = <Value>(): VisitMemory<Value> => {
  const values = new Map<string, Value>()
  const place = (name: string): string => `${visitId()} ${name}`
  return {
    recall: (name: string): Value | undefined => values.get(place(name)),
    remember(name, value) {
      const at = place(name)
      values.delete(at)
      values.set(at, value)
      const [oldest] = values.keys()
      if (values.size > MOST && oldest !== undefined) values.delete(oldest)
    },
    forget: (name) => void values.delete(place(name)),
  }
}

/** Remembers a value of a part of the screen for when Back returns to it. A part that goes while its screen stays is forgotten. */
export const useRemembered = <Value>(memory: VisitMemory<Value>, name: string, value: Value): void => {
  useEffect(() => memory.remember(name, value), [memory, name, value])
  useEffect(() => {
    const visit = visitId()
    return () => {
      if (visitId() === visit) memory.forget(name)
    }
  }, [memory, name])
}
