/** Which writes of a kind change the rows of another kind. A law holds that the other kind exists. */
export type Neighbour = {
  readonly kind: string
  /** Writes after which all loaded data of the other kind is fetched again. */
  readonly by?: readonly string[]
  /** Fields whose update has the same effect. */
  readonly fields?: readonly string[]
  /** Writes that change one row of the other kind, and the path variable that names it. */
  readonly one?: { readonly by: readonly string[]; readonly parameter: string }
}

/** What the API says of a kind: the contract's half of its row. The commands' half is `src/commands/core/kind-row.ts`. */
export type KindFacts = {
  /** Live streams carry each change of an object of this kind. */
  readonly broadcast: boolean
  /** The type in audit entries, where it differs from the kind's name. */
  readonly audited?: string
  readonly neighbours?: readonly Neighbour[]
}
