import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepExtremes } from '../../../src/domain/statistics/keep-extremes.ts'

const points = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 86_400_000 }),
      value: fc.option(fc.integer({ min: 0, max: 60_000 })),
      group: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 900 },
  )
  .map((all) => all.toSorted((a, b) => a.at - b.at))

test('thinned-out points are at most as many as asked, in order, and keep the extremes of each group', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 8, max: 200 }), (all, most) => {
      const kept = keepExtremes(all, most)
      expect(kept.length).toBeLessThanOrEqual(Math.max(most, 8))
      expect(kept).toEqual(all.filter((point) => kept.includes(point)))
      if (all.length <= most) expect(kept).toEqual(all)
      for (const group of [0, 1, 2, 3]) {
        const of = (some: typeof all) => some.filter((point) => point.group === group).map(({ value }) => value ?? -1)
        const [before, after] = [of(all), of(kept)]
        if (before.length === 0) continue
        expect([Math.min(...after), Math.max(...after)]).toEqual([Math.min(...before), Math.max(...before)])
      }
    }),
  )
})

test('every part of the time keeps its own extremes: a spike beside a higher one elsewhere stays', () => {
  const flat = Array.from({ length: 1000 }, (_, index) => ({ at: index * 1000, value: 100, group: 0 }))
  const spikes = new Map([
    [137, 5000],
    [612, 900],
    [613, 7],
  ])
  const all = flat.map((point, index) => ({ ...point, value: spikes.get(index) ?? point.value }))
  const values = keepExtremes(all, 40).map(({ value }) => value)
  for (const value of spikes.values()) expect(values).toContain(value)
})
