import { expect, test } from 'vitest'
import { placeholdersIn } from '../../../src/domain/core/placeholders.ts'
import {
  completedEscape,
  completedPlaceholder,
  fitsPlaceholder,
  openEscape,
  openPlaceholder,
} from '../../../src/domain/environments/open-placeholder.ts'

test.each([
  ['https://{{', { from: 8, form: '{{', typed: '' }],
  ['{{ BA', { from: 0, form: '{{', typed: 'BA' }],
  ['a %%TO', { from: 2, form: '%%', typed: 'TO' }],
  ['__A_B', { from: 0, form: '__', typed: 'A_B' }],
  ['{{ A }}/{{', { from: 8, form: '{{', typed: '' }],
  ['%%A%%', null],
  ['__A__', null],
  ['{{ A }}', null],
  ['{{ A } ', null],
  ['"__typename', null],
  ['{ "a": {', null],
])('in “%s” the placeholder at the end is begun or none is', (text, open) => {
  expect(openPlaceholder(text)).toEqual(open)
})

test.each(['{{', '%%', '__'])('a variable taken after %s is read as that variable, with one end', (form) => {
  const open = openPlaceholder(`/a/${form}OR`)
  if (!open) throw new Error('A placeholder is begun.')
  const after = `${{ '{{': '}}', '%%': '%%', __: '__' }[form]}/b`
  const { text, replaced } = completedPlaceholder(open, 'ORDER_ID', after)
  const whole = `/a/${text}${after.slice(replaced)}`
  expect([placeholdersIn(whole), whole.endsWith('D }}/b') || whole === `/a/${form}ORDER_ID${form}/b`]).toEqual([
    ['ORDER_ID'],
    true,
  ])
})

test('an escape is begun after the bar of a placeholder, and completes it with one end', () => {
  const open = openEscape('{"a":"{{A | js')
  if (!open) throw new Error('An escape is begun.')
  expect(open).toEqual({ from: 6, name: 'A', typed: 'js' })
  const { text, replaced } = completedEscape(open, 'json', ' }}"}')
  expect(`{"a":"${text}${' }}"}'.slice(replaced)}`).toBe('{"a":"{{ A | json }}"}')
  expect(['{{ A', '{{ A | json }}', '{{ A | json } ', 'a | js'].map(openEscape)).toEqual([null, null, null, null])
})

test('a variable is offered only by forms that can read its name', () => {
  const fits = (text: string, name: string) => {
    const open = openPlaceholder(text)
    return open !== null && fitsPlaceholder(open, name)
  }
  expect([fits('{{tok', 'apiToken'), fits('%%', 'apiToken'), fits('__', 'A____B'), fits('__', 'A_B')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})
