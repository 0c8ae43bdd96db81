import type { MonitorForm } from './monitor-form.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The parts of a form, in their order, with the words for them. */
const PARTS: readonly (readonly [words: string, of: (form: MonitorForm) => unknown])[] = [
  ['name', ({ meta }) => meta.name],
  ['method', ({ request }) => request.method],
  ['address', ({ request }) => request.url],
  ['parameters', ({ request }) => request.parameters],
  ['headers', ({ request }) => request.headers],
  ['variables', ({ request }) => request.variables],
  ['allowed origins', ({ request }) => request.allowed_origins],
  ['body', ({ request: { bodyMode, body, fields } }) => [bodyMode, body, fields]],
  ['conditions', ({ conditions, breakOnFail }) => [conditions, breakOnFail]],
  ['description', ({ meta }) => meta.description],
  ['tags', ({ meta }) => meta.tags],
  ['environment', ({ meta }) => meta.workspace],
  ['redirects', ({ request }) => request.follow_redirects],
  ['TLS', ({ request }) => request.verify_tls],
  ['time-out', ({ request }) => request.timeout_seconds],
]

/** The parts in which two forms differ, by their words. */
export const changedParts = (before: MonitorForm, now: MonitorForm): string[] =>
  PARTS.filter(([, of]) => !same(of(before), of(now))).map(([words]) => words)

/** "to address, headers and body" */
export const placesOf = (parts: readonly string[]): string => {
  const [last, ...others] = parts.toReversed()
  if (last === undefined) return ''
  return others.length === 0 ? `to ${last}` : `to ${others.toReversed().join(', ')} and ${last}`
}
