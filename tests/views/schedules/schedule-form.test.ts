import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyWords } from '../../../src/domain/schedules/every-words.ts'
import { RETRY_METHODS } from '../../../src/domain/schedules/retry-settings.ts'
import { FREQUENCY_PRESETS } from '../../../src/domain/schedules/schedule-times.ts'
import { retryBadge, retrySentence } from '../../../src/views/schedules/retry-words.ts'
import {
  newScheduleForm,
  OTHER,
  type Schedule,
  type ScheduleForm,
  scheduleForm,
} from '../../../src/views/schedules/schedule-form.ts'

const { bodyOf: draftOf, changedParts } = scheduleForm
const formOf = (row: Omit<Parameters<typeof scheduleForm.formOf>[0], 'id'>) =>
  scheduleForm.formOf({ ...row, id: 'n1Yt2LmQ9sXw4RfVzA1cNe' })
const formProblems = (form: ScheduleForm) => scheduleForm.problemsOf(form, form)

const named: ScheduleForm = { ...newScheduleForm([]), name: 'Often' }

test('a schedule that is opened and saved unchanged is the same schedule', () => {
  const rows = fc.record({
    name: fc.constantFrom('Often', 'Nightly'),
    frequency: fc.oneof(fc.constantFrom(...FREQUENCY_PRESETS), fc.integer({ min: 1, max: 31_536_000 })),
    regions: fc.constantFrom<string[]>(['all'], ['eu', 'aws'], []),
    locations: fc.constantFrom<string[]>(['local'], ['local', 'two']),
    targets: fc.constantFrom<string[]>([], ['a', 'b']),
    backoff_method: fc.constantFrom(...RETRY_METHODS.map(({ value }) => value)),
    tags: fc.constantFrom<string[]>([], ['shop', 'critical']),
    enabled: fc.boolean(),
    business_hours: fc.constantFrom<Schedule['business_hours']>(null, {
      timezone: 'Europe/Berlin',
      windows: [{ days: [1, 2], start: '08:00', end: '24:00' }],
    }),
  })
  fc.assert(
    fc.property(rows, (row) => {
      const form = formOf(row)
      expect(formProblems(form)).toEqual([])
      expect(draftOf(form)).toEqual(row)
      expect(changedParts(form, formOf(row))).toEqual([])
    }),
  )
})

test('reserved tags are kept and not shown, and cannot be typed', () => {
  const row = {
    ...draftOf(named),
    tags: ['shop', 'sys:other:1', 'sys:backoff_base:3'],
    backoff_method: 'expo' as const,
  }
  const form = formOf(row)
  expect(form.tags).toBe('shop')
  expect(draftOf({ ...form, tags: 'shop, night' }).tags.toSorted()).toEqual(['night', ...row.tags].toSorted())
  expect(formProblems({ ...form, tags: 'sys:another:1' })).toMatchObject([
    { field: 'tags', message: expect.stringContaining('must not start with “sys:”') },
  ])
})

test.each<[string, Partial<ScheduleForm>, string]>([
  ['without a name', { name: ' ' }, 'name'],
  ['with half a second', { every: OTHER, seconds: '0.5' }, 'seconds'],
  ['with an empty interval', { every: OTHER, seconds: '' }, 'seconds'],
  ['from nowhere', { regions: [] }, 'where'],
  ['with a tag twice', { tags: 'shop, shop' }, 'tags'],
  ['with eleven retries', { retry: { ...named.retry, method: 'fibo', maxRetries: '11' } }, 'retry.maxRetries'],
  [
    'with a wait of nothing',
    { retry: { ...named.retry, method: 'constant', intervalSeconds: '' } },
    'retry.intervalSeconds',
  ],
])('%s it is not saved, and the field says why', (_, change, field) => {
  const problems = formProblems({ ...named, ...change })
  expect(problems.map((problem) => problem.field)).toEqual([field])
  expect(problems[0]?.message).toMatch(/^[A-Z].+\.$/)
})

test('settings of a method that is not chosen keep nobody from saving', () => {
  expect(formProblems({ ...named, retry: { ...named.retry, method: 'fibo', base: '', intervalSeconds: 'x' } })).toEqual(
    [],
  )
})

test('what a schedule does is said in words', () => {
  expect(['1', '60', '90', '3600', '86400'].map((seconds) => everyWords(Number(seconds)))).toEqual([
    'Every second',
    'Every minute',
    'Every 1 min 30 s',
    'Every hour',
    'Every day',
  ])
  const home = (backoff_method: Schedule['backoff_method'], ...tags: string[]) => ({ backoff_method, tags })
  expect(retryBadge(home(null))).toBeNull()
  expect(retryBadge(home('constant', 'sys:backoff_interval:30'))).toBe('3 × 30\u00a0s')
  expect(retrySentence(home('expo'))).toBe(
    'A failed run is tried again up to 3 times, after 1\u00a0s, 2\u00a0s and 4\u00a0s.',
  )
  expect(retrySentence(home('fibo', 'sys:backoff_max_retries:1'))).toBe(
    'A failed run is tried again up to once, after 1\u00a0s.',
  )
})
