/**
 * A column of numbers for `unnest`, as PostgreSQL spells an array. Thousands of rows as columns cost the database a third of the same rows
 * as JSON objects.
 */
export const arrayColumn = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`

/** Texts of JSON that many rows share: each is sent once, and rows name it by its place (from 1), as `with ordinality` counts. */
export const sharedTexts = () => {
  const places = new Map<string, number>()
  return {
    placeOf(text: string): number {
      const known = places.get(text)
      if (known !== undefined) return known
      places.set(text, places.size + 1)
      return places.size
    },
    /** All of them, as one JSON array. */
    json: (): string => `[${[...places.keys()].join()}]`,
  }
}
