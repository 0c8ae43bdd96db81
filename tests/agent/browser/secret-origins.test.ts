import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/domain/monitors/browser-steps.ts'
import { browserBench } from './bench.ts'
import { fill, LISTENING, leaves, PASSWORD, press, SECRET, twoOrigins } from './two-origins.ts'

const bench = browserBench(async () => ['127.0.0.1'])
const sites = (pages: Parameters<typeof twoOrigins>[1]) => twoOrigins(bench, pages)

describe('a secret is entered in the document that was asked for its origin', () => {
  test('a page that moves on to another origin while the step waits for its field gets it nowhere', async () => {
    const { site, told, asked, refused } = await sites((_, elsewhere) => ({
      '/': `<title>No field yet</title>${leaves(`${elsewhere}/other`)}`,
      '/other': LISTENING,
    }))
    const { browser } = await bench.see(`${site}/`, asked([press, fill]))
    expect(browser.steps[1]).toMatchObject({ status: 'failed', error: refused() })
    expect(told.join()).toContain('/other')
    expect(told.join()).not.toContain(SECRET)
  })

  test('a page that moves on while its field cannot be used yet gets it nowhere', async () => {
    const { site, told, asked, refused } = await sites((_, elsewhere) => ({
      '/': `<label>Password <input disabled></label>${leaves(`${elsewhere}/other`)}`,
      '/other': LISTENING,
    }))
    const { browser } = await bench.see(`${site}/`, asked([press, fill]))
    expect(browser.steps[1]).toMatchObject({ status: 'failed', error: refused() })
    expect(told.join()).not.toContain(SECRET)
  })

  test.each([
    ['takes the focus', ''],
    ['is given the focus', 'onfocus="document.querySelector(\'iframe\').focus()"'],
  ])('a frame of another origin that %s gets no letter', async (_title, attribute) => {
    const { site, told, asked } = await sites((_, elsewhere) => ({
      '/': `<label>Password <input ${attribute}></label><iframe src="${elsewhere}/other"></iframe>`,
      '/other': `${LISTENING}<script>
        const take = () => { field.focus(); queueMicrotask(() => field.focus()) }
        onblur = take; setInterval(take, 1); take()</script>`,
    }))
    const run = asked([
      fill,
      { kind: 'expect', expected: 'value', locator: PASSWORD, value: '{{ word }}' },
      { kind: 'screenshot' },
    ])
    for (let time = 0; time < 3; time++) {
      const { browser } = await bench.see(`${site}/`, run)
      expect(browser.steps.map(({ error }) => error)).toEqual([null, null, null])
    }
    expect(told.join()).not.toContain(SECRET)
  })

  test('a field that moves the focus away as it gets it is filled all the same, and nothing else', async () => {
    const { site, asked } = await sites(() => ({
      '/': `<label>Password <input id="one" onfocus="two.focus()"></label><label>Other <input id="two"></label>`,
    }))
    const { browser } = await bench.see(
      `${site}/`,
      asked([
        fill,
        { kind: 'expect', expected: 'value', locator: PASSWORD, value: '{{ word }}' },
        { kind: 'expect', expected: 'value', locator: { label: 'Other' }, value: '' },
      ]),
    )
    expect(browser.steps.map(({ error }) => error)).toEqual([null, null, null])
  })

  test('a field in a frame is not found, whatever the origin of the frame', async () => {
    const { site, elsewhere, told, asked } = await sites((own, other) => ({
      '/': `<iframe src="${other}/other"></iframe>`,
      '/other': LISTENING,
      '/other/framing': `<iframe src="${own}/own"></iframe>`,
      '/own': '<label>Password <input></label>',
    }))
    const error = expect.stringContaining('no visible element fits field “Password”')
    for (const url of [`${site}/`, `${elsewhere}/other/framing`]) {
      const { browser } = await bench.see(`${site}/own`, {
        ...asked([{ kind: 'go', url }, fill]),
        stepWaitMs: 1_500,
      })
      expect(browser.steps[1]).toMatchObject({ status: 'failed', error })
    }
    expect(told.join()).not.toContain(SECRET)
  })

  test('a page cannot pretend to be of another origin, and one in a sandbox is of none', async () => {
    const { site, elsewhere, told, asked, refused } = await sites((own) => {
      const pretends = `<script>
        const lie = (of, name, value) => { try { Object.defineProperty(of, name, { get: () => value }) } catch {} }
        lie(window, 'origin', '${own}'); lie(Node.prototype, 'ownerDocument', { defaultView: { location: { origin: '${own}' } } })
        Array.prototype.includes = () => true; document.domain = 'localhost'</script>`
      return { '/': '<title>Start</title>', '/other': pretends + LISTENING, '/sandboxed': pretends + LISTENING }
    })
    const fails = async (url: string) =>
      (await bench.see(`${site}/`, asked([{ kind: 'go', url }, fill]))).browser.steps[1]?.error
    expect(await fails(`${elsewhere}/other`)).toBe(refused())
    expect(await fails('/sandboxed')).toBe(refused('the secret of this step', 'another origin'))
    expect(told.join()).not.toContain(SECRET)
  })

  test('every kind of field takes a secret, as typing would enter it', async () => {
    const { site, asked } = await sites(() => ({
      '/': `<label>Text <input value="old"></label><label>Area <textarea>old</textarea></label>
        <label>Hidden <input type="password" value="old"></label><label>Mail <input type="email"></label>
        <div contenteditable role="textbox" aria-label="Rich">old</div>
        <label>Choice <select id="choice"><option>none</option></select></label><p id="log"></p><script>
        onkeydown = () => { choice.add(new Option('${SECRET}')) }
        addEventListener('input', ({ isTrusted, inputType }) => { log.textContent += ' ' + isTrusted + '-' + inputType })</script>`,
    }))
    const labels = ['Text', 'Area', 'Hidden', 'Mail']
    const { browser } = await bench.see(
      `${site}/`,
      asked([
        ...labels.map((label): Step => ({ kind: 'fill', locator: { label }, value: '{{ word }}' })),
        { kind: 'fill', locator: { role: 'textbox', name: 'Rich' }, value: '{{ word }}' },
        {
          kind: 'expect',
          expected: 'text',
          locator: { text: 'true-insertText'.concat(' true-insertText'.repeat(4)) },
          value: 'true',
        },
        { kind: 'press', key: 'Tab' },
        { kind: 'fill', locator: { label: 'Choice' }, value: '{{ word }}' },
        ...[...labels, 'Choice'].map(
          (label): Step => ({ kind: 'expect', expected: 'value', locator: { label }, value: '{{ word }}' }),
        ),
        { kind: 'expect', expected: 'text', locator: { role: 'textbox', name: 'Rich' }, value: '{{ word }}' },
        { kind: 'fill', locator: { role: 'paragraph' }, value: '{{ word }}' },
      ]),
    )
    expect(browser.steps.slice(0, -1).map(({ error }) => error)).toEqual(Array(14).fill(null))
    expect(browser.steps.at(-1)?.error).toBe('paragraph is not a field that takes a text')
  })
})

describe('a secret goes no way around', () => {
  test.each(['Control+v', 'ControlOrMeta+V', 'a+Control+v', 'Control+v+a', 'Shift+F9+Insert'])(
    'what was copied from a page is not pasted into another by %s, nor read by the other page',
    async (key) => {
      const { site, elsewhere, told, asked } = await sites(() => ({
        '/': `<label>Password <input value="${SECRET}"></label>`,
        '/other': `${LISTENING}<button onclick="field.focus(); document.execCommand('paste');
          navigator.clipboard.readText().then((text) => navigator.sendBeacon('/got', 'read ' + text), () => navigator.sendBeacon('/got', 'refused'))">Read</button>`,
      }))
      const { browser } = await bench.see(
        `${site}/`,
        asked([
          { kind: 'press', locator: PASSWORD, key: 'Control+a' },
          { kind: 'press', locator: PASSWORD, key: 'Control+c' },
          { kind: 'go', url: `${elsewhere}/other` },
          { kind: 'click', locator: { role: 'button' } },
          { kind: 'expect', expected: 'visible', locator: PASSWORD },
          { kind: 'press', locator: PASSWORD, key },
        ]),
      )
      expect(browser.steps.map(({ error }) => error)).toEqual([
        ...[null, null, null, null, null],
        'tests cannot paste, because all tests of an agent share the clipboard',
      ])
      expect(told.join()).not.toContain(SECRET)
      expect(told.join()).toContain('refused')
    },
  )

  test('a secret in the address of a page is in no Referer of another origin', async () => {
    const { site, elsewhere, told, asked, refused } = await sites((_, other) => ({
      [`/in/${SECRET}`]: `<img src="${other}/image"><a href="${other}/other">On</a>`,
      '/': '<title>Start</title>',
      '/other': LISTENING,
    }))
    const { browser } = await bench.see(
      `${site}/`,
      asked([
        { kind: 'go', url: '/in/{{ word }}' },
        { kind: 'click', locator: { text: 'On' } },
        { kind: 'expect', expected: 'url', value: '/other' },
        { kind: 'go', url: '/in/{{ word }}' },
        { kind: 'go', url: `${elsewhere}/other` },
        { kind: 'go', url: `${elsewhere}/{{ word }}` },
      ]),
    )
    expect(browser.steps.map(({ error }) => error)).toEqual([
      ...[null, null, null, null, null],
      refused('the secret in the URL', 'another origin'),
    ])
    expect(told.join()).toContain('/image')
    expect(told.join()).not.toContain(SECRET)
  })

  test('a secret in the host of an address is not told by the refusal, which has it in lower case', async () => {
    const { site, asked } = await sites(() => ({ '/': '<title>Start</title>' }))
    const steps: Step[] = [{ kind: 'go', url: 'http://{{ word }}.example.com/' }]
    const { detail, browser } = await bench.see(`${site}/`, asked(steps, 'MixedCase7Secret'))
    expect(browser.steps[0]?.error).toMatch(/ would send it to another origin$/)
    expect(JSON.stringify(detail).toLowerCase()).not.toContain('mixedcase7')
  })
})
