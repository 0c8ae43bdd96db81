import type { Problem } from '../../domain/core/problem.ts'

/** A field error for each id in a list that names nothing; `what` is a noun with its article: "a monitor". */
export const unknownIds = (
  field: string,
  ids: readonly string[] | undefined,
  known: readonly { readonly id: string }[],
  what: string,
): Problem[] => {
  const all = new Set(known.map(({ id }) => id))
  return (ids ?? []).flatMap((id, index) =>
    all.has(id)
      ? []
      : {
          field: `${field}[${index}]`,
          code: 'unknown',
          message: `${field}[${index}] must be the id of ${what}; there is none called ${id.slice(0, 128)}.`,
        },
  )
}
