/** A field that objects of a form have beside those of the kind: its definition, and its value for a row. It is read-only. */
type Derived = {
  readonly definition: unknown
  readonly of: (row: Readonly<Record<string, unknown>>, facts: RowFacts) => unknown
}

/** Facts about a row that the kind's own answer does not show. */
export type RowFacts = { readonly projectId: string | null; readonly owner: string | null }

/**
 * The nested form of a flat kind: `{ id, meta: { name, … }, <group>: { … } }`. Fields that are named here have the place that is
 * said, and all others are in the group, so that a new field of the kind has a place at once.
 */
export type NestedForm = {
  readonly group: string
  /** Fields at the top. */
  readonly top: readonly string[]
  /** Fields in `meta`. */
  readonly meta: readonly string[]
  /** Fields with another name in this form, by the name in the kind. */
  readonly renamed: Readonly<Record<string, string>>
  /** Read-only fields that the kind does not have, by their place: `id`, `meta.owner`. */
  readonly derived: Readonly<Record<string, Derived>>
}

/** The place of a kind's field: its object, null at the top, and its name there. */
export const placeOf = (form: NestedForm, field: string): { group: string | null; name: string } => ({
  group: form.top.includes(field) ? null : form.meta.includes(field) ? 'meta' : form.group,
  name: form.renamed[field] ?? field,
})

/** The definition of a kind's fields in a nested form; an object is optional if all its fields are. `isRow` adds what rows alone have. */
export const nestedDefinition = (form: NestedForm, flat: unknown, isRow: boolean): Record<string, unknown> => {
  const top: Record<string, unknown> = {}
  const groups: Record<string, Record<string, unknown>> = {}
  const put = (group: string | null | undefined, name: string, definition: unknown) => {
    if (group === null || group === undefined) top[name] = definition
    else groups[group] = { ...groups[group], [name]: definition }
  }
  for (const [key, definition] of Object.entries(fieldsOf(flat))) {
    const { group, name } = placeOf(form, key.replace(/\?$/, ''))
    put(group, key.endsWith('?') ? `${name}?` : name, definition)
  }
  if (isRow)
    for (const [place, { definition }] of Object.entries(form.derived)) {
      const [name = '', group] = place.split('.').reverse()
      put(group, name, definition)
    }
  for (const [group, fields] of Object.entries(groups)) {
    const isOptional = Object.keys(fields).every((key) => key.endsWith('?'))
    top[isOptional ? `${group}?` : group] = fields
  }
  return top
}

/** The fields of a definition, with those of the definition that it is laid over. */
const fieldsOf = (definition: unknown): Record<string, unknown> => {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition))
    throw new Error('Only a definition of one object has a nested form.')
  const { '...': base, ...own } = definition as Record<string, unknown>
  return { ...(base !== undefined && fieldsOf(base)), ...own }
}

/** Fields of every object of version 2 that flat kinds do not show. */
export const ENVELOPE: NestedForm['derived'] = {
  /** Flat kinds have no description. */
  'meta.description': { definition: 'null', of: () => null },
  'meta.owner': { definition: 'string | null', of: (_, { owner }) => owner },
  'meta.project_id': { definition: 'string | null', of: (_, { projectId }) => projectId },
}
