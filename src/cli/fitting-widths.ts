/** Columns are cut to this many letters first, and to fewer only where that is not enough. */
const READABLE = 8
/** A cell that is cut shows a letter and the sign for the rest. */
const LEAST = 2
/** The first column names the row, so that the others are cut down to this before it is. */
const SHORT = 4
const NAME = 20

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Cuts the widest columns letter by letter, none below its least width, until all have `room`. */
const cut = (widths: readonly number[], room: number, leastOf: (at: number) => number): readonly number[] => {
  const fitted = [...widths]
  while (sumOf(fitted) > room) {
    const widest = fitted.reduce(
      (best, width, at) => (width > leastOf(at) && width > (fitted[best] ?? 0) ? at : best),
      -1,
    )
    if (widest < 0) break
    fitted[widest] = (fitted[widest] ?? 0) - 1
  }
  return fitted
}

type Line = {
  readonly line: number
  readonly gap: number
  readonly kept: ReadonlySet<number>
  readonly cells: readonly number[]
}

/** The widths of columns that fit into a line; `cells` are those without the heads, which are cut first. The columns of `kept`, such as ids, are cut last: half an id names nothing. */
export const fittingWidths = (widths: readonly number[], { line, gap, kept, cells }: Line): readonly number[] => {
  const room = line - gap * Math.max(0, widths.length - 1)
  const unlessKept = (least: number, name: number) => (at: number) =>
    kept.has(at) ? Number.POSITIVE_INFINITY : at === 0 ? name : least
  const ofCells = (at: number) => Math.max(SHORT, cells[at] ?? 0)
  const steps = [ofCells, unlessKept(READABLE, NAME), unlessKept(SHORT, NAME), unlessKept(LEAST, READABLE), () => LEAST]
  return steps.reduce((fitted, leastOf) => cut(fitted, room, leastOf), widths)
}
