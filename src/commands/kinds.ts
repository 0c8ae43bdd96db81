import type { Kind } from '../contract/kinds.ts'
import { kindRows } from './areas.ts'
import type { KindRow } from './core/kind-row.ts'

type Rows = typeof kindRows

/** Kinds whose objects the signed-in person's machine holds. */
export type SessionKind = { [K in keyof Rows]: Rows[K]['list'] extends 'session' ? K : never }[keyof Rows]

/** The kinds, by name. A kind of the contract without a row in its area does not compile. */
export const kinds: Readonly<Record<Kind, KindRow>> = kindRows

// The keys of the table are its kinds; Object.keys cannot know it.
const names = Object.keys(kinds) as readonly Kind[]

const byField: ReadonlyMap<string, Kind> = new Map(
  names.flatMap((kind) => (kinds[kind].fields ?? []).map((field) => [field, kind] as const)),
)
const byParameter: ReadonlyMap<string, Kind> = new Map(
  names.flatMap((kind) => {
    const { parameter } = kinds[kind]
    return parameter === null ? [] : [[parameter, kind] as const]
  }),
)

/** The kind that a field of a draft names; null where it holds something else. */
export const kindOfField = (field: string): Kind | null => byField.get(field) ?? null

/** The kind that a variable of a route names; null where it names none. */
export const kindOfParameter = (parameter: string): Kind | null => byParameter.get(parameter) ?? null

/** The kind whose list or object a route shows; null where it shows none. */
export const kindOfRoute = (route: string): Kind | null =>
  names.find((kind) => Object.values(kinds[kind].routes).some((each) => each === route)) ?? null

/** The kind that a route makes an object of; null where it makes none. */
export const kindMadeAt = (route: string): Kind | null =>
  names.find((kind) => kinds[kind].routes.make === route) ?? null
