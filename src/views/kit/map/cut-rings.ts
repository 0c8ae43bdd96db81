/** A point in degrees east and north. */
type Point = readonly [longitude: number, latitude: number]

const pointsOf = (ring: readonly (readonly number[])[]): Point[] =>
  ring.map(([longitude = 0, latitude = 0]): Point => [longitude, latitude])

/** Follows a ring across the antimeridian: its longitudes go on beyond ±180 instead of jumping to the other side. */
const unwrapped = (ring: readonly Point[]): Point[] => {
  let turn = 0
  const points = ring.map(([longitude, latitude], index): Point => {
    const before = ring[index - 1]?.[0] ?? longitude
    if (longitude - before > 180) turn -= 360
    if (longitude - before < -180) turn += 360
    return [longitude + turn, latitude]
  })
  const [first] = points
  const last = points.at(-1)
  // A ring that does not come back to its longitude goes around a pole, which it holds.
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return points
  const pole = last[1] < 0 ? -90 : 90
  return [...points, [last[0], pole], [first[0], pole]]
}

/** The part of a ring on one side of a meridian (Sutherland and Hodgman, 1974). */
const clipped = (ring: readonly Point[], meridian: number, side: 'east' | 'west'): Point[] => {
  const isIn = ([longitude]: Point): boolean => (side === 'east' ? longitude >= meridian : longitude <= meridian)
  return ring.flatMap((point, index): Point[] => {
    const before = ring[(index + ring.length - 1) % ring.length] ?? point
    if (isIn(before) === isIn(point)) return isIn(point) ? [point] : []
    const part = (meridian - before[0]) / (point[0] - before[0])
    const crossing: Point = [meridian, before[1] + part * (point[1] - before[1])]
    return isIn(point) ? [crossing, point] : [crossing]
  })
}

/**
 * Cuts a ring at the antimeridian, where flat maps end. Returns closed rings between −180 and 180 degrees: the ring itself if it does not
 * cross it. A ring around a pole is closed along the pole.
 */
export const cutRing = (ring: readonly (readonly number[])[]): Point[][] => {
  const points = unwrapped(pointsOf(ring))
  return [-360, 0, 360].flatMap((shift) => {
    const moved = points.map(([longitude, latitude]): Point => [longitude + shift, latitude])
    const part = clipped(clipped(moved, -180, 'east'), 180, 'west')
    const [first] = part
    if (!first || part.length < 3) return []
    const last = part.at(-1) ?? first
    return [last[0] === first[0] && last[1] === first[1] ? part : [...part, first]]
  })
}
