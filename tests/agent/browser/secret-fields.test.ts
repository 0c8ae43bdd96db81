import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { browserBench } from './bench.ts'
import { fill, PASSWORD, twoOrigins } from './two-origins.ts'

const bench = browserBench(async () => ['127.0.0.1'])
const SECRET = 'q7Zt-R4nd0m_S3cret!x9'

/** What a run shows of a journey on a page, in full. */
const seeOn = async (html: string, steps: Step[], secret = SECRET) => {
  const { site, asked } = await twoOrigins(bench, () => ({ '/': html }))
  const { detail, browser } = await bench.see(`${site}/`, { ...asked(steps, secret), stepWaitMs: 1_500 })
  return { errors: browser.steps.map(({ error }) => error), text: JSON.stringify(detail) }
}

/** Every piece of the secret with so many letters. */
const pieces = (size: number) =>
  Array.from({ length: SECRET.length - size + 1 }, (_, at) => SECRET.slice(at, at + size))
const expectHidden = (text: string) => {
  for (const piece of pieces(5)) expect(text).not.toContain(piece)
}

const press = (key: string, locator?: Step['locator']): Step => ({ kind: 'press', key, ...(locator && { locator }) })
const refusal = (key: string) =>
  `“${key}” is not pressed in a field that a secret was entered in: only Tab, Shift+Tab, Escape, and Enter in a field of one line`

const FORM = `<title>t</title><form action="/find"><label>Password <input name="q"></label></form><p>Around</p>
  <label>Other <input></label><label>Lines <textarea></textarea></label><div role="textbox" aria-label="Rich" contenteditable></div>`

describe('keys in a field that a secret was entered in', () => {
  test.each([
    'Backspace',
    'Delete',
    'a',
    'Control+a',
    'Home',
    'Shift+ArrowLeft',
    'Control+z',
    'Space',
    'a+Enter',
    'x+Tab',
  ])('are refused where they could change it: %s', async (key) => {
    for (const locator of [PASSWORD, undefined, { text: 'Around' }]) {
      const { errors, text } = await seeOn(FORM, [fill, press(key, locator), press('Enter', PASSWORD)])
      expect(errors).toEqual([null, refusal(key), null])
      expectHidden(text)
    }
  })

  test('are pressed where they leave it as it is, and in other fields', async () => {
    const other = { label: 'Other' }
    const { errors } = await seeOn(FORM, [
      fill,
      press('Escape', PASSWORD),
      press('Tab'),
      press('Shift+Tab'),
      press('a', other),
      press('b'),
      { kind: 'expect', expected: 'value', locator: other, value: 'ab' },
      { kind: 'expect', expected: 'value', locator: PASSWORD, value: '{{ word }}' },
      press('Enter', PASSWORD),
      { kind: 'expect', expected: 'url', value: '/find' },
    ])
    expect(errors).toEqual(Array(10).fill(null))
  })

  test.each([{ label: 'Lines' }, { role: 'textbox', name: 'Rich' }])(
    'split no text of several lines: %j',
    async (locator) => {
      const { errors } = await seeOn(FORM, [{ kind: 'fill', locator, value: '{{ word }}' }, press('Enter', locator)])
      expect(errors).toEqual([null, refusal('Enter')])
    },
  )
})

describe('a field that does not take the whole of a secret fails the step, without a word of it', () => {
  test.each([
    ['maxlength', '<input maxlength="6">'],
    ['a number', '<input type="number">'],
    ['a script that cuts', '<input oninput="this.value = this.value.slice(0, 9)">'],
    [
      'a script that cuts a moment later',
      '<input oninput="Promise.resolve().then(() => { this.value = this.value.slice(4) })">',
    ],
    ['a script that drops some', '<input oninput="this.value = this.value.replace(/[^A-Za-z]/g, \'\')">'],
    ['letter case', '<input oninput="this.value = this.value.toUpperCase()">'],
    ['a text of several lines', '<textarea maxlength="10"></textarea>'],
  ])('%s', async (_, field) => {
    const { errors, text } = await seeOn(`<title>t</title><label>Password ${field}</label>`, [
      fill,
      { kind: 'expect', expected: 'value', locator: PASSWORD, value: 'zzz' },
    ])
    expect(errors).toEqual(['field “Password” does not hold the whole secret: it cuts or changes the text', null])
    expectHidden(text)
  })

  test.each([
    ['spaces that a page adds', '<input oninput="this.value = this.value.replace(/(.{4})/g, \'$1 \')">'],
    ['a page that takes the field away', '<input oninput="this.closest(\'label\').remove()">'],
    ['a page that goes on', '<input oninput="location.href = \'/next\'">'],
  ])('but not %s', async (_, field) => {
    expect((await seeOn(`<title>t</title><label>Password ${field}</label>`, [fill])).errors).toEqual([null])
  })
})

test.each<[Step['locator'], Step['expected']]>([
  [PASSWORD, 'value'],
  [{ text: 'Password' }, 'value'],
  [{ label: 'Lines' }, 'value'],
  [{ role: 'textbox', name: 'Rich' }, 'text'],
  [{ role: 'main' }, 'text'],
])('an error quotes nothing of %j that a secret was entered in', async (locator, expected) => {
  const page = `<main>${FORM}</main>`
  const filled = locator?.role ? { role: 'textbox', name: 'Rich' } : locator?.label === 'Lines' ? locator : PASSWORD
  const { errors } = await seeOn(page, [
    { kind: 'fill', locator: filled, value: '{{ word }}' },
    { kind: 'expect', ...(expected && { expected }), ...(locator && { locator }), value: 'zzz' },
  ])
  expect(errors[1]).toMatch(/ has another (?:value|text), which is not quoted: a secret was entered there$/)
})
