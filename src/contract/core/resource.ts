import type { AnyEndpoint, Contract, Shape } from './endpoint.ts'
import type { Neighbour } from './kind.ts'
import { time } from './wire.ts'

type Endpoints = { readonly [verb: string]: AnyEndpoint }
type Named<Name extends string, E extends Endpoints> = {
  readonly [Verb in keyof E & string as `${Name}.${Verb}`]: E[Verb]
}

export type Resource<Name extends string = string, Row = unknown, Draft = unknown, E extends Contract = Contract> = {
  readonly name: Name
  readonly plural: string
  readonly row: Row
  readonly draft: Draft
  readonly endpoints: E
  /** Other kinds whose rows show something of this one. */
  readonly neighbours: readonly Neighbour[]
}

type OptionalKey<K> = K extends `${string}?` ? K : K extends string ? `${K}?` : never
export type Optional<Def> = { readonly [K in keyof Def as OptionalKey<K>]: Def[K] }

/* @__NO_SIDE_EFFECTS__ */
/** The same fields, none of them required: what an update may carry. */
export const optional = <const Def extends object>(definition: Def): Optional<Def> => {
  const entries = Object.entries(definition).map(([key, value]) => [key.endsWith('?') ? key : `${key}?`, value])
  // The keys above are spelled exactly as the type says; Object.fromEntries cannot know it.
  return Object.fromEntries(entries) as Optional<Def>
}

/** Fields of an update beside those that change. */
export const basedOn = {
  /** The `last_update` that the change is based on: if the object was changed since, the change is refused with 409. */
  'if_last_update?': time,
} as const

/**
 * A managed kind, declared once: what it looks like (`row`), what a person writes (`draft`), and the endpoints that list,
 * read, create, update and remove it. Endpoint names, commands and caches are derived from `name`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const resource = <const Name extends string, const Row, const Draft, const E extends Endpoints>(spec: {
  name: Name
  plural: string
  row: Row
  draft: Draft
  endpoints: E
  neighbours?: readonly Neighbour[]
}): Resource<Name, Row, Draft, Named<Name, E>> => {
  const named = Object.entries(spec.endpoints).map(([verb, endpoint]) => [`${spec.name}.${verb}`, endpoint])
  return { neighbours: [], ...spec, endpoints: Object.fromEntries(named) as Named<Name, E> }
}

export type Row<R> = R extends Resource<string, infer Def, unknown, Contract> ? Shape<Def> : never
export type Draft<R> = R extends Resource<string, unknown, infer Def, Contract> ? Shape<Def> : never
