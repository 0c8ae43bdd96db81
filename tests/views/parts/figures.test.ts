import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ariaKeys, keyCaps } from '../../../src/views/parts/act/key-caps.ts'
import { pendingWord } from '../../../src/views/parts/act/pending-word.ts'
import { sparkPath } from '../../../src/views/parts/chart/spark-path.ts'
import { PHASES, wirePhases } from '../../../src/views/parts/chart/wire-phases.ts'
import { placement } from '../../../src/views/parts/overlay/placement.ts'
import { initials } from '../../../src/views/parts/text/avatar-letters.ts'
import { formatsFor } from '../../../src/views/parts/text/format.ts'
import { highlight, type Language, pretty } from '../../../src/views/parts/text/highlight.ts'

const formats = formatsFor('en', 'UTC')
const now = Date.UTC(2025, 10, 21, 14, 20)

test('figures are written as the design language says', () => {
  expect(formats.latency(1284)).toBe('1,284 ms')
  expect(formats.latency(12_400)).toBe('12.4 s')
  expect(formats.latency(9_999)).toBe('9,999 ms')
  expect(formats.phase(18.2)).toBe('18.2 ms')
  expect(['214', 1200, 3_400_000].map((size) => formats.bytes(Number(size)))).toEqual(['214 B', '1.2 kB', '3.4 MB'])
  expect(formats.rate(0.9998)).toBe('99.98 %')
  expect(formats.rate(1)).toBe('100.00 %')
  expect(formats.score(9.41)).toBe('9.41')
  expect(formats.count(-1200)).toBe('−1,200')
  expect(formats.span(90_000)).toBe('1 min 30 s')
  expect(formats.ago(now - 12_000, now)).toBe('12 s ago')
  expect(formats.ago(now - 86_400_000, now)).toBe('20 Nov, 14:20')
  expect(formats.ago(Date.UTC(2024, 8, 3, 9, 5), now)).toBe('3 Sep 2024, 09:05')
  expect(formats.utc(Date.UTC(2025, 10, 21, 14, 19, 42))).toBe('21 Nov 2025, 14:19:42 UTC')
})

test('what is missing is a dash, never a number', () => {
  for (const format of [formats.count, formats.latency, formats.phase, formats.bytes, formats.rate, formats.score]) {
    for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(format(missing)).toBe('—')
  }
})

test('a rate says that all passed only where all did, and never rounds up to it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      expect(formats.rate(share) === '100.00 %').toBe(share === 1)
    }),
  )
})

test('a size has at most three digits before its point and never falls as it grows', () => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const read = (text: string): number => {
    const [figure = '', unit = ''] = text.split(' ')
    return Number(figure.replaceAll(',', '')) * 1000 ** units.indexOf(unit)
  }
  fc.assert(
    fc.property(fc.nat({ max: 9e14 }), fc.nat({ max: 9e14 }), (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)]
      expect(formats.bytes(small)).toMatch(/^\d{1,3}(\.\d)? \w+$/)
      expect(read(formats.bytes(small))).toBeLessThanOrEqual(read(formats.bytes(large)))
    }),
  )
})

test('no figure is a negative zero, and minus is a minus', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
      for (const text of [formats.count(value), formats.latency(value), formats.score(value)]) {
        expect(text).not.toMatch(/-|^−0(\.0+)?( |$)/)
      }
    }),
  )
})

test('a day is relative, and what is older is dated', () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 * 86_400_000 }), (passedMs) => {
      const text = formats.ago(now - passedMs, now)
      expect(/^\d+ (s|min|h) ago$/.test(text)).toBe(passedMs < 86_400_000)
    }),
  )
})

test('a panel stays within the window and beside what it belongs to', () => {
  const size = fc.record({ width: fc.nat({ max: 600 }), height: fc.nat({ max: 900 }) })
  const anchor = fc.record({ left: fc.nat({ max: 1000 }), top: fc.nat({ max: 700 }), width: fc.nat({ max: 200 }) })
  fc.assert(
    fc.property(
      size,
      anchor,
      fc.constantFrom('start', 'end', 'centre' as const),
      (panel, { left, top, width }, align) => {
        const window = { width: 1200, height: 760 }
        const box = { left, top, right: left + width, bottom: top + 34 }
        const place = placement(box, panel, window, align, 6)
        expect(place.left).toBeGreaterThanOrEqual(8)
        expect(place.left + panel.width).toBeLessThanOrEqual(window.width - 8)
        const height = Math.min(panel.height, place.maxHeight)
        if (place.above) expect(place.top + height).toBe(box.top - 6)
        else expect(place.top).toBe(box.bottom + 6)
        expect(place.top + height).toBeLessThanOrEqual(Math.max(window.height - 8, box.top))
      },
    ),
  )
})

test('coloured code, joined, is the code', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.stringMatching(/^(<[a-z]{1,3}( x="y")?>|\{\{ A \}\}|"|:|-1.5|\n){0,20}$/),
  )
  fc.assert(
    fc.property(text, fc.constantFrom<Language>('json', 'http', 'html', 'text'), (code, language) => {
      expect(
        highlight(code, language)
          .map((token) => token.text)
          .join(''),
      ).toBe(code)
    }),
  )
  expect(highlight('{"a": "x {{ B }}"}', 'json').filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'key', text: '"a"' },
    { kind: 'string', text: '"x ' },
    { kind: 'variable', text: '{{ B }}' },
    { kind: 'string', text: '"' },
  ])
})

test('pretty JSON means the same, and numbers keep all of their digits', () => {
  fc.assert(
    fc.property(fc.json(), (code) => {
      expect(JSON.parse(pretty(code, 'json'))).toEqual(JSON.parse(code))
    }),
  )
  expect(pretty('{"id":12345678901234567890}', 'json')).toBe('{\n  "id": 12345678901234567890\n}')
  expect(pretty('{"a"', 'json')).toBe('{"a"')
})

test('a small line stays within its frame, and gaps lift the pen', () => {
  const readings = fc.array(fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })), { maxLength: 60 })
  fc.assert(
    fc.property(readings, (values) => {
      const { path, points } = sparkPath(values, 92, 24)
      for (const point of points) {
        if (point === null) continue
        expect(point.x).toBeGreaterThanOrEqual(0)
        expect(point.x).toBeLessThanOrEqual(92)
        expect(point.y).toBeGreaterThanOrEqual(3)
        expect(point.y).toBeLessThanOrEqual(21)
      }
      const runs = values.filter((value, place) => value !== null && (values[place - 1] ?? null) === null).length
      expect(path.split('M').length - 1).toBe(runs)
    }),
  )
})

test('the phases of a request lie end to end and add up to the total', () => {
  const times = fc.record(
    Object.fromEntries(PHASES.map((phase) => [phase, fc.option(fc.double({ min: 0, max: 1e4, noNaN: true }))])),
  )
  fc.assert(
    fc.property(times, (phases) => {
      const { bars, totalMs, networkMs, serverMs } = wirePhases(phases)
      expect(networkMs + serverMs).toBeCloseTo(totalMs, 6)
      const shares = bars.reduce((sum, { share }) => sum + share, 0)
      expect(shares).toBeCloseTo(totalMs > 0 ? 1 : 0, 6)
      bars.slice(1).forEach((bar, place) => {
        const before = bars[place]
        if (totalMs > 0 && before) expect(bar.start).toBeCloseTo(before.start + before.share, 6)
      })
    }),
  )
})

test('a pending button says what it is doing', () => {
  const words = { 'Run now': 'Running', Save: 'Saving', 'Delete monitor': 'Deleting', 'Add alert': 'Adding' }
  for (const [label, word] of Object.entries(words)) expect(pendingWord(label)).toBe(word)
  expect(['Try', 'See', 'Import', 'Set', 'Continue', 'Stop'].map(pendingWord)).toEqual([
    'Trying',
    'Seeing',
    'Importing',
    'Setting',
    'Continuing',
    'Stopping',
  ])
})

test('shortcuts are shown as their caps and told as keys', () => {
  expect(keyCaps('Mod+k', false)).toEqual(['Ctrl', 'K'])
  expect(keyCaps('Mod+k', true)).toEqual(['⌘', 'K'])
  expect(keyCaps('g C', false)).toEqual(['G', 'Shift', 'C'])
  expect(ariaKeys('Mod+k')).toBe('Control+k Meta+k')
  expect(ariaKeys('g h')).toBeUndefined()
})

test('the letters of a name', () => {
  expect(['Payments API', 'Ines Okafor', 'Storefront', 'ines.okafor@x.example', '—'].map(initials)).toEqual([
    'PA',
    'IO',
    'ST',
    'IO',
    '?',
  ])
})
