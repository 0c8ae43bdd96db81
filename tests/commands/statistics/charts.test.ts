import { expect, test } from 'vitest'
import { matchRoute } from '../../../src/commands/core/addresses.ts'
import { confirms } from '../../../src/commands/core/confirms.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { confirmationOf, perform } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'

const NOW = Date.parse('2026-03-10T14:20:30Z')

const placeOf = (href: string) => {
  const place = matchRoute(href)
  if ('redirect' in place) throw new Error(`${href} leads to ${place.redirect}.`)
  return place
}
const worldAt = (href: string) => exampleWorld({ place: placeOf(href), now: () => NOW })

test('going back and forth in time leads to the range where one was', async () => {
  for (const range of ['1h', '6h', '24h', '7d', '30d', '90d', '1y']) {
    const before = worldAt(`/tests/test/${CHECKOUT}/stats/latency?range=${range}`)
    await perform('chart.earlier', {}, before.world)
    const [earlier = ''] = before.gone
    expect(placeOf(earlier).search.range).toBe('custom')
    const after = worldAt(earlier)
    await perform('chart.later', {}, after.world)
    expect(placeOf(after.gone[0] ?? '').search).toEqual({ range })
  }
})

test('short words find the commands of charts', () => {
  const { world } = worldAt(`/tests/test/${CHECKOUT}/stats/latency`)
  for (const [line, id, args] of [
    ['range 30d', 'chart.range', { range: '30d' }],
    ['period 7d', 'chart.range', { range: '7d' }],
    ['zoom out', 'chart.zoom-out', {}],
    ['metric ttfb', 'chart.metric', { metric: 'ttfb' }],
    ['download chart png', 'chart.download', { format: 'png' }],
  ] as const)
    expect([readLine(line, world).command?.id, readLine(line, world).args]).toEqual([id, args])
})

test('a question without a word is confirmed by its button, and in a line by yes', () => {
  const { world } = exampleWorld()
  const command = commandById('report.revoke')
  const asked = command && confirmationOf(command, { report: 'r1' }, world)
  expect(asked?.word).toBeNull()
  if (asked)
    expect(['', 'yes', 'Yes', 'no', 'close'].map((typed) => confirms(asked, typed))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
})

test('old addresses of the files of a report lead to the report, which offers them', () => {
  const redirectOf = (path: string) => {
    const found = matchRoute(path)
    return 'redirect' in found ? found.redirect : found.name
  }
  expect(redirectOf('/reports/r1/csv')).toBe('/reports/r1/?csv=report')
  expect(redirectOf('/reports/r1/locations/csv')).toBe('/reports/r1/?csv=locations')
  expect(redirectOf('/reports/r1/g1/csv')).toBe('/reports/r1/?csv=report&group=g1')
  expect(redirectOf('/reports/r1/g1/locations/csv')).toBe('/reports/r1/?csv=locations&group=g1')
  expect(redirectOf('/reports/r1/csv?project_key_str=p1')).toBe('/reports/r1/?csv=report&project_key_str=p1')
})
