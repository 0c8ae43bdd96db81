import { expect, test } from 'vitest'
import { describedText } from '../../../src/cli/described.ts'
import { relatedLists } from '../../../src/cli/related.ts'
import { testIo } from './test-terminal.ts'

test('an object is described with labels, times of the zone, and its name first', () => {
  const { io } = testIo({ env: { TZ: 'Europe/Berlin' } })
  const monitor = {
    id: 'm1',
    pass_rate_24h: 0.5,
    meta: { name: 'Check\u001b[2Jout', tags: ['a', 'b'], created: '2026-07-01T12:00:00Z' },
    locations: [],
    request: {
      url: 'https://shop.example/',
      headers: [
        { key: 'Accept', value: '*/*' },
        { key: 'X', value: '' },
      ],
    },
    variables: {},
    last_result: null,
  }
  expect(describedText(monitor, io)).toBe(`Name:           Check\ufffd[2Jout
Tags:           a, b
Created:        2026-07-01 14:00:00
ID:             m1
Pass rate 24h:  50 %
Locations:      none
Last result:    none
Request:
  URL:  https://shop.example/
  Headers:
    - Key:    Accept
      Value:  */*
    - Key:    X
      Value:  none
Variables:  none
`)
})

test('the lists about a monitor are found by the filters of lists', () => {
  expect(relatedLists('monitor').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['result', 'webhook', 'incident', 'notification']),
  )
  expect(relatedLists('workflow').map(({ kind }) => kind)).toContain('workflow-result')
  expect(relatedLists('file')).toEqual([])
})
