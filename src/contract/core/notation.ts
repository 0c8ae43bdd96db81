type OneOf<Names> = Names extends readonly [infer Only extends string]
  ? `'${Only}'`
  : Names extends readonly [infer First extends string, ...infer Rest]
    ? `'${First}' | ${OneOf<Rest>}`
    : never

/** A list of names in arktype's notation: `'a' | 'b'`. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const Names extends readonly string[]>(names: Names): OneOf<Names> =>
  // Spelled exactly as the type says; `join` cannot know it.
  names.map((name) => `'${name}'`).join(' | ') as OneOf<Names>

/** A range of whole numbers in arktype's notation: `1 <= number.integer <= 120`. */
/* @__NO_SIDE_EFFECTS__ */
export const wholeBetween = <const Least extends number, const Most extends number>({
  least,
  most,
}: {
  readonly least: Least
  readonly most: Most
}): `${Least} <= number.integer <= ${Most}` => `${least} <= number.integer <= ${most}`
