import { expect, test } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { failureSentence } from '../../../src/commands/core/failure-sentence.ts'
import { fieldWords, withFieldWords } from '../../../src/commands/core/field-words.ts'

test.each([
  ['conditions[1].val2', 'Condition 2 · second value'],
  ['conditions.1.val2', 'Condition 2 · second value'],
  ['meta.name', 'Name'],
  ['request.headers.0.key', 'Header 1 · key'],
  ['request.url', 'URL'],
  ['call_ids[2]', 'Monitor 3'],
  ['auth_id', 'Auth'],
  ['business_hours.windows[0].end', 'Business hours · window 1 · end'],
  ['timeoutSeconds', 'Timeout seconds'],
  ['settings', 'Settings'],
])('the field %s is called “%s”', (path, label) => {
  expect(fieldWords(path)).toBe(label)
})

const refused = (message: string, problems: readonly { field: string; message: string }[]) =>
  failureSentence(
    new CallError({ operation: 'x', message, status: 422, statusText: '', url: '/', problems, body: null, at: null }),
  )

test('a refusal names fields by their labels, and says each once', () => {
  const range = 'conditions[1].val2 must not be less than the first value.'
  expect(refused(range, [{ field: 'conditions.1.val2', message: range }])).toBe(
    'Condition 2 · second value must not be less than the first value.',
  )
  const missing = { field: 'meta.name', message: 'meta.name is missing.' }
  expect(refused('Some fields are wrong.', [missing])).toBe('Some fields are wrong. Name is missing.')
  expect(refused('It failed.', [{ field: 'tags.0', message: 'must be a text.' }])).toBe(
    'It failed. Tag 1: must be a text.',
  )
})

test('only a path at the beginning of a sentence is replaced, never a word like it', () => {
  expect(withFieldWords('name must be a name of this project.', ['name'])).toBe('Name must be a name of this project.')
  expect(withFieldWords('There is no such monitor.', [])).toBe('There is no such monitor.')
  expect(withFieldWords('names are not name.', ['name'])).toBe('names are not name.')
})
