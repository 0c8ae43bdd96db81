/** A circle on a map, in px from the upper left corner. */
export type Circle = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly radiusPx: number
  readonly label: string
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const LINE_PX = 14
/** Mean width of a letter at 11 px, a little more than that of Inter. */
const LETTER_PX = 6.2
const GAP_PX = 4

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const boxOf = ({ x, y, radiusPx }: Circle): Box => ({
  left: x - radiusPx,
  top: y - radiusPx,
  right: x + radiusPx,
  bottom: y + radiusPx,
})

/** Sides of the circles' labels: right if there is room, otherwise left. A label that would cover a circle or another label is left out. */
export const labelSides = (circles: readonly Circle[], widthPx: number): ReadonlyMap<string, 'left' | 'right'> => {
  const taken = circles.map(boxOf)
  const sides = new Map<string, 'left' | 'right'>()
  // The largest first: they are what a reader looks for.
  for (const circle of [...circles].sort((a, b) => b.radiusPx - a.radiusPx || (a.id < b.id ? -1 : 1))) {
    const { x, y, radiusPx, label } = circle
    const length = label.length * LETTER_PX
    const own = boxOf(circle)
    const [top, bottom] = [y - LINE_PX / 2, y + LINE_PX / 2]
    const right = { left: x + radiusPx + GAP_PX, right: x + radiusPx + GAP_PX + length, top, bottom }
    const left = { left: x - radiusPx - GAP_PX - length, right: x - radiusPx - GAP_PX, top, bottom }
    const isFree = (box: Box): boolean =>
      box.left >= 0 &&
      box.right <= widthPx &&
      taken.every(
        (other) =>
          (other.left === own.left && other.top === own.top && other.right === own.right) || !overlaps(other, box),
      )
    const side = isFree(right) ? 'right' : isFree(left) ? 'left' : null
    if (side === null) continue
    sides.set(circle.id, side)
    taken.push(side === 'right' ? right : left)
  }
  return sides
}
