import { afterEach, expect, test } from 'vitest'
import { browserWords } from '../../../src/views/accounts/browser-words.ts'
import { zoneChoices } from '../../../src/views/parts/form/time-zones.ts'
import { formats } from '../../../src/views/parts/text/format.ts'
import { showTimesIn } from '../../../src/views/parts/text/time-zone.ts'

afterEach(() => showTimesIn(null))

test('a browser is named by what it is and where it runs, and never as what it only claims to be like', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
  expect(browserWords(chrome)).toBe('Chrome on Linux')
  expect(browserWords(`${chrome} Edg/126.0`)).toBe('Edge on Linux')
  expect(
    browserWords('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605 Version/17.4 Safari/604.1'),
  ).toBe('Safari on iPhone')
  expect(browserWords('Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0')).toBe(
    'Firefox on Windows',
  )
  expect([browserWords('curl/8.5.0'), browserWords(null)]).toEqual(['A browser', 'A browser'])
})

test('instants are written in the zone that was chosen; one that nobody knows changes nothing', () => {
  const at = Date.UTC(2026, 0, 5, 23, 30)
  showTimesIn('Asia/Tokyo')
  expect(formats.instant(at)).toMatch(/^6 Jan 2026, 08:30:00/)
  expect(formats.ago(at, at + 2 * 86_400_000)).toBe('6 Jan, 08:30')
  expect(formats.utc(at)).toBe('5 Jan 2026, 23:30:00 UTC')
  showTimesIn('Mars/Olympus')
  expect(formats.instant(at)).toMatch(/^6 Jan 2026, 08:30:00/)
})

test('every zone there is can be chosen, UTC first', () => {
  const choices = zoneChoices()
  expect(choices[0]).toEqual({ group: 'UTC', options: [{ value: 'UTC', label: 'UTC' }] })
  const zones = choices.flatMap(({ options }) => options.map(({ value }) => value))
  expect(zones).toEqual(expect.arrayContaining([...Intl.supportedValuesOf('timeZone')]))
  expect(new Set(zones).size).toBe(zones.length)
})
