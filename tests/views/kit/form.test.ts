import { describe, expect, test } from 'vitest'
import { problem } from '../../../src/domain/core/problem.ts'
import { tagProblems } from '../../../src/domain/core/tag-rules.ts'
import { partsSentence } from '../../../src/views/kit/form/changed-parts.ts'
import {
  checkbox,
  choice,
  group,
  linesOrNone,
  number,
  own,
  text,
  textOrNone,
  words,
} from '../../../src/views/kit/form/field.ts'
import { labelAt } from '../../../src/views/kit/form/field-errors.ts'
import { recordTable } from '../../../src/views/kit/form/record-table.ts'

type Window = {
  readonly id: string
  readonly name: string
  readonly note: string | null
  readonly reason: string | null
  readonly minutes: number
  readonly repeat: string
  readonly tags: string[]
  readonly targets: string[]
  readonly quiet: boolean
  readonly headers: { key: string; value: string }[]
}

const table = recordTable<Window>()({
  fields: {
    name: text({ label: 'Name' }),
    note: textOrNone({ label: 'Note' }),
    reason: linesOrNone({ label: 'Reason' }),
    length: number({ label: 'Minutes', subject: 'The length', paths: ['minutes'], blank: '60' }),
    repeat: choice({ label: 'Repeat', options: [{ value: 'never', label: 'Never' }], blank: 'never' }),
    what: group({ label: 'For which monitors' }),
    tags: words({ label: 'Tags', part: 'monitors', member: 'A tag' }),
    targets: own<string[]>({ label: 'Monitors', blank: [] }),
    quiet: checkbox({ label: 'Send no alerts', part: 'alerts' }),
    headers: own<{ key: string; value: string }[]>({
      label: 'Headers',
      within: (rest) => ({ label: `Header ${rest}`, subject: 'It' }),
      blank: [],
    }),
  },
  read: ({ minutes }) => ({ length: String(minutes) }),
  write: ({ length, ...body }) => ({ ...body, minutes: length }),
  rules: ({ name, minutes, tags, targets }) => [
    ...(name === '' ? [problem('name', 'required', 'must not be empty.')] : []),
    ...(Number.isInteger(minutes) ? [] : [problem('minutes', 'invalid', 'must be a whole number.')]),
    ...tagProblems('tags', tags),
    ...(tags.length + targets.length === 0 ? [{ field: 'what', message: 'Choose monitors or tags.' }] : []),
  ],
})

const row: Window = {
  id: 'w1',
  name: 'Release',
  note: null,
  reason: 'New version',
  minutes: 30,
  repeat: 'never',
  tags: ['shop', 'critical'],
  targets: ['m1'],
  quiet: true,
  headers: [],
}
const form = table.formOf(row)

describe('A table of fields', () => {
  test('reads a row into text and writes the same back', () => {
    const { id, ...body } = row
    expect(form).toMatchObject({ note: '', length: '30', tags: 'shop, critical' })
    expect(table.bodyOf(form)).toEqual(body)
    expect(id).toBe('w1')
  })

  test('begins a new form with the blanks of its fields', () => {
    expect(table.blank).toMatchObject({ name: '', length: '60', repeat: 'never', quiet: false, targets: [] })
    expect(table.problemsOf(table.blank, table.blank).map(({ field }) => field)).toEqual(['name', 'what'])
  })

  test('puts each error at its field, with the field as the subject of the sentence', () => {
    const wrong = { ...form, name: ' ', length: 'half', tags: 'shop, shop' }
    expect(table.problemsOf(wrong, form)).toEqual([
      { field: 'name', message: 'The name must not be empty.' },
      { field: 'length', message: 'The length must be a whole number.' },
      { field: 'tags', message: 'A tag must not repeat an earlier tag.' },
    ])
  })

  test('puts errors of the server there too, though the wire carries whole sentences', () => {
    const refused = table.refusedOf(form, [
      { field: 'minutes', message: 'minutes must be at most 1440.' },
      { field: 'headers[1].key', message: 'headers[1].key must be a token.' },
      { field: 'elsewhere', message: 'elsewhere must be left out.' },
      { field: 'name', message: 'Another downtime has this name.' },
    ])
    expect(refused).toEqual([
      { field: 'length', message: 'The length must be at most 1440.' },
      { field: 'headers[1].key', message: 'It must be a token.' },
      { field: 'elsewhere', message: 'This must be left out.' },
      { field: 'name', message: 'Another downtime has this name.' },
    ])
    expect(refused.map(({ field }) => labelAt(table.fields, field))).toEqual([
      'Minutes',
      'Header [1].key',
      'Form',
      'Name',
    ])
  })

  test('names the changed parts in their order, each once', () => {
    const parts = table.changedParts(form, { ...form, quiet: false, tags: 'shop', targets: [], name: 'Deploy' })
    expect(parts).toEqual(['name', 'monitors', 'alerts'])
    expect(partsSentence(parts)).toBe('to name, monitors and alerts')
    expect(table.changedParts(form, { ...form })).toEqual([])
  })
})
