import { expect, test } from 'vitest'
import { type ReadingMonitor, usedVariables } from '../../../src/domain/environments/used-variables.ts'
import { variableProblems } from '../../../src/domain/environments/variable-rules.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'

const monitor: ReadingMonitor = {
  workspace: 'staging',
  url: '',
  parameters: [],
  headers: [],
  body: null,
  variables: [],
  conditions: [],
}
const names =
  (known: Record<string, readonly string[]>) =>
  (workspace: string): ReadonlySet<string> =>
    new Set(known[workspace])

test('each place that reads a variable is named, once', () => {
  const used = usedVariables(
    {
      ...monitor,
      url: 'https://{{A}}/%%A%%',
      parameters: [{ key: '{{A}}', value: '' }],
      headers: [{ key: 'X', value: '__A__' }],
      body: '{{ A }}',
      form: [{ key: 'f', value: '{{A}}' }],
      conditions: [{ property: '{{A}}' }, { id: 'second', val2: '{{A}}' }],
    },
    names({}),
  )
  expect(used).toEqual([
    {
      name: 'A',
      source: 'unknown',
      workspace: null,
      where: ['url', 'query:{{A}}', 'header:X', 'body', 'form:f', 'condition:c1', 'condition:second'],
    },
  ])
})

test('the first place of the search order gives the value', () => {
  const all = { staging: ['UUID'], global: ['UUID'] }
  const sourceOf = (known: Record<string, readonly string[]>, own: string[] = [], auth: string[] = []) =>
    usedVariables(
      { ...monitor, url: '{{UUID}}', variables: own.map((key) => ({ key, value: '' })) },
      names(known),
      new Set(auth),
    ).map(({ source, workspace }) => [source, workspace])[0]
  expect(sourceOf(all, ['UUID'], ['UUID'])).toEqual(['monitor', null])
  expect(sourceOf(all, [], ['UUID'])).toEqual(['workspace', 'staging'])
  expect(sourceOf({ global: ['UUID'] }, [], ['UUID'])).toEqual(['workspace', 'global'])
  expect(sourceOf({ prod: ['UUID'] }, [], ['UUID'])).toEqual(['auth', null])
  expect(sourceOf({ prod: ['UUID'] })).toEqual(['system', null])
})

const ORIGIN = 'https://api.example.com'
const before = { secret: true, origins: [ORIGIN, 'https://b.example'] }
const fieldsOf = (
  draft: Parameters<typeof variableProblems>[1],
  known: Parameters<typeof variableProblems>[2] = null,
) => variableProblems('TOKEN', draft, known).map(({ field }) => field)

test('a secret needs origins, and its value again for further ones; fewer need nothing', () => {
  expect(fieldsOf({ value: 'x', secret: true })).toEqual(['origins'])
  expect(fieldsOf({ value: 'x', secret: true, origins: [ORIGIN] })).toEqual([])
  expect(fieldsOf({ value: MASK }, before)).toEqual([])
  expect(fieldsOf({ value: MASK, origins: [ORIGIN] }, before)).toEqual([])
  expect(fieldsOf({ value: MASK, origins: [ORIGIN, 'https://evil.example'] }, before)).toEqual(['value'])
  expect(fieldsOf({ value: 'new', origins: ['https://evil.example'] }, before)).toEqual([])
  expect(fieldsOf({ value: MASK, secret: false }, before)).toEqual(['value'])
  expect(fieldsOf({ value: MASK, secret: true, origins: [ORIGIN] })).toEqual(['value'])
})
