/** One object type with the properties of every member of a union. */
export type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Joins objects into one. Throws where two have a property of the same name. */
/* @__NO_SIDE_EFFECTS__ */
export const joined = <Part extends object>(parts: readonly Part[]): Joined<Part> => {
  const all: Record<string, unknown> = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(all, name)) throw new Error(`The name ${name} is given twice.`)
      all[name] = value
    }
  // Each property of each part is there, and nothing else; the compiler cannot follow the loop.
  return all as Joined<Part>
}
