/** Which writes of a kind change the rows of another kind. */
export type Neighbour<Kind extends string> = {
  readonly kind: Kind
  /** Writes after which all loaded data of the other kind is fetched again. */
  readonly by?: readonly string[]
  /** Fields whose update has the same effect. */
  readonly fields?: readonly string[]
  /** Writes that change one row of the other kind, and the path variable that names it. */
  readonly one?: { readonly by: readonly string[]; readonly parameter: string }
}

/** What the API says of a kind: the contract's half of its row. The commands' half is `src/commands/core/kind-row.ts`. */
export type KindFacts<Kind extends string = string> = {
  /** Live streams carry each change of an object of this kind. */
  readonly broadcast: boolean
  /** The type in audit entries, where it differs from the kind's name. */
  readonly audited?: string
  readonly neighbours?: readonly Neighbour<Kind>[]
}

type Rows<Managed extends string, Kind extends string> = { readonly [K in Kind]: KindFacts<Kind> } & {
  readonly [K in Managed]: { readonly broadcast: true }
}

/** Declares the kinds. A managed kind without a row, or whose changes are not broadcast, does not compile. */
export const defineKinds =
  <Managed extends string>() =>
  <const Kinds extends Rows<Managed, keyof Kinds & string>>(kinds: Kinds): Kinds =>
    kinds
