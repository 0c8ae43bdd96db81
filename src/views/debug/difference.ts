/** A value that differs between two moments. `before` is undefined for one that was added, `after` for one that was removed. */
export type Difference = { readonly path: string; readonly before?: unknown; readonly after?: unknown }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** Compares plain data, and names each value that differs by its path: `project.name`, `toasts.0.text`. */
export const differencesOf = (before: unknown, after: unknown, path = ''): readonly Difference[] => {
  if (Object.is(before, after)) return []
  if (!isRecord(before) || !isRecord(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differencesOf(before[key], after[key], joined(path, key)),
  )
}
