import { expect, test } from 'vitest'
import { windowOf, wireOf } from '../../../src/server/handlers/statistics/window-of.ts'
import { Refusal } from '../../../src/server/refusal.ts'

const NOW = Date.UTC(2026, 0, 5, 10)

const asked = (start: string, end: string) => {
  const window = windowOf({ start, end }, NOW)
  return window instanceof Refusal ? window.problems?.map(({ message }) => message) : wireOf(window)
}

test('a window is cut to the time from 1970 until a year from now, and is empty where it lies outside', () => {
  const first = '1970-01-01T00:00:00.000Z'
  const last = '2027-01-05T10:00:00.000Z'
  expect(asked('1969-12-01T00:00:00Z', '1970-01-02T00:00:00Z')).toEqual({
    start: first,
    end: '1970-01-02T00:00:00.000Z',
  })
  expect(asked('2026-12-01T00:00:00Z', '2028-01-01T00:00:00Z')).toEqual({
    start: '2026-12-01T00:00:00.000Z',
    end: last,
  })
  expect(asked('1969-12-01T00:00:00Z', '1969-12-20T00:00:00Z')).toEqual({ start: first, end: first })
  expect(asked('9999-01-01T00:00:00Z', '9999-02-01T00:00:00Z')).toEqual({ start: last, end: last })
})

test('a window that is empty, reversed or too long is refused as it was asked for, also outside of that time', () => {
  for (const year of ['1960', '2026', '9000'])
    expect(asked(`${year}-02-01T00:00:00Z`, `${year}-01-01T00:00:00Z`)).toEqual(['start must be before end.'])
  expect(asked('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual(['start must be before end.'])
  expect(asked('1001-01-01T00:00:00Z', '2001-01-01T00:00:00Z')).toEqual(['start must be at most ten years before end.'])
})
