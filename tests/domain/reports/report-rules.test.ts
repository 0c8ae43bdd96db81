import { expect, test } from 'vitest'
import { reportProblems } from '../../../src/domain/reports/report-rules.ts'

const before = { period: { kind: 'last', value: 7, unit: 'DAY' }, timezone: 'UTC', groups: [] } as const
const row = (call_id: string, more: object = {}) => ({ call_id, ...more })
const problemsOf = (report: object) => reportProblems({ report }, before).map(({ field, code }) => `${field} ${code}`)

test.each([
  ['a good report', { groups: [{ name: 'Read', rows: [row('a'), row('b')] }] }, []],
  [
    'one monitor by two addresses',
    { groups: [{ name: 'A', rows: [row('a'), row('a', { dest_ip: '192.0.2.1' })] }] },
    [],
  ],
  [
    'one monitor in two groups',
    {
      groups: [
        { name: 'A', rows: [row('a')] },
        { name: 'B', rows: [row('a')] },
      ],
    },
    [],
  ],
  [
    'one monitor twice',
    { groups: [{ name: 'A', rows: [row('a'), row('a')] }] },
    ['report.groups[0].rows[1].call_id duplicate'],
  ],
  ['a group without a name', { groups: [{ name: ' ', rows: [] }] }, ['report.groups[0].name required']],
  [
    'an id that is a word of addresses',
    { groups: [{ id: 'locations', name: 'A', rows: [] }] },
    ['report.groups[0].id invalid'],
  ],
  ['an id with a slash', { groups: [{ id: 'a/b', name: 'A', rows: [] }] }, ['report.groups[0].id invalid']],
  [
    'an id twice',
    { groups: [{ id: 'a', name: 'A', rows: [row('x', { id: 'a' })] }] },
    ['report.groups[0].rows[0].id duplicate'],
  ],
  [
    'no address',
    { groups: [{ name: 'A', rows: [row('a', { dest_ip: '300.1.1.1' })] }] },
    ['report.groups[0].rows[0].dest_ip invalid'],
  ],
  [
    'too many addresses',
    {
      groups: [
        { name: 'A', rows: Array.from({ length: 21 }, (_, index) => row('a', { dest_ip: `192.0.2.${index}` })) },
      ],
    },
    ['report.groups range'],
  ],
  [
    'an address over months',
    {
      groups: [{ name: 'A', rows: [row('a', { dest_ip: '192.0.2.1' })] }],
      period: { kind: 'last', value: 2, unit: 'MONTH' },
    },
    ['report.period range'],
  ],
  ['an unknown zone', { timezone: 'Europe/Nowhere' }, ['report.timezone invalid']],
  [
    'a day that does not exist',
    { period: { kind: 'fixed', from: '2026-02-30', to: '2026-03-02' } },
    ['report.period.from invalid'],
  ],
  [
    'an end before the start',
    { period: { kind: 'fixed', from: '2026-03-02', to: '2026-03-02' } },
    ['report.period.to range'],
  ],
  ['eleven years', { period: { kind: 'fixed', from: '2015-01-01', to: '2026-03-02' } }, ['report.period.to range']],
  ['too many months', { period: { kind: 'last', value: 400, unit: 'MONTH' } }, ['report.period.value range']],
])('%s', (_, report, problems) => {
  expect(problemsOf(report)).toEqual(problems)
})
