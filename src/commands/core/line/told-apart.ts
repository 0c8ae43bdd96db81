import type { Entity } from '../world.ts'

const ID_END = 6

/** Words beside each object in a list of choices: its note, and the end of its id where another one has the same name and note. */
export const notesOf = (shown: readonly Entity[]): ReadonlyMap<string, string> => {
  const looks = ({ name, note = '' }: Entity) => `${name}\n${note}`
  const counts = new Map<string, number>()
  for (const each of shown) counts.set(looks(each), (counts.get(looks(each)) ?? 0) + 1)
  return new Map(
    shown.map((each) => {
      const { id, note = '' } = each
      const isTwin = (counts.get(looks(each)) ?? 0) > 1
      return [id, isTwin ? `${note} …${id.slice(-ID_END)}`.trim() : note]
    }),
  )
}
