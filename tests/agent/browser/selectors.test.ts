import { describe, expect, test } from 'vitest'
import { browserBench } from './bench.ts'
import { twoOrigins } from './two-origins.ts'

const bench = browserBench(async () => ['127.0.0.1'])
const PAGE = `<title>t</title><h1>Hello</h1><p id="it's" data-says=">> xpath=//b">Shown</p><i hidden>Hidden</i>
  <div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<button class="inner">In</button>'</script>`
const start = (secret?: string) =>
  twoOrigins(bench, (_, elsewhere) => ({
    '/': `${PAGE}<iframe src="${elsewhere}/other"></iframe>`,
    '/with': `${PAGE}<b title="${secret}">x</b>`,
    '/other': '<b>framed</b>',
  }))

/** The verdicts of selectors on a page that may have a secret. */
const verdictsOf = async (selectors: string[], { path = '/', secret = 'q7Zt-R4nd0m_S3cret!x9' } = {}) => {
  const { site, asked } = await start(secret)
  const assertions = selectors.map((value) => ({ kind: 'selector_visible', value, outcome: 'fail' }) as const)
  const { detail } = await bench.see(`${site}${path}`, { ...asked([], secret), assertions })
  return detail.conditions.map(({ verdict, message }) => ({ verdict, message }))
}

describe('a selector of an assertion', () => {
  test('is CSS, with strings, escapes and open shadow trees', async () => {
    const found = ['h1', 'p[data-says=">> xpath=//b"]', "#it\\'s", 'h1 + p', 'button.inner', 'b, h1', ':is(h1)']
    expect(await verdictsOf(found)).toEqual(found.map(() => ({ verdict: true, message: undefined })))
    expect(await verdictsOf(['b', 'i', '#none'])).toEqual(
      ['b', 'i', '#none'].map(() => ({ verdict: false, message: undefined })),
    )
  }, 30_000)

  test('is in no other language, so it enters no frame and computes with no text', async () => {
    const others = [
      'body >> h1',
      'xpath=//h1',
      '//h1',
      'text=Hello',
      'h1:has-text("Hello")',
      'internal:has-text="Hello"',
      'iframe >> internal:control=enter-frame >> b',
      'css=h1',
      'h1 >> visible=true',
      "h1' >> text='Hello",
    ]
    expect(await verdictsOf(others)).toEqual(
      others.map(() => ({
        verdict: false,
        message: 'the browser does not understand the selector: it must be CSS, such as main h1',
      })),
    )
  })

  test('that takes a secret is refused alike, whatever the page shows, and in any language', async () => {
    const selectors = [
      'b[title="{{ word }}"]',
      'b[title^="{{ word }}"]',
      'body >> xpath=self::*[contains("abcdefq", substring("{{ word }}",1,1))]',
      'iframe >> internal:control=enter-frame >> xpath=//b[starts-with("{{ word }}", "q")]',
      '{{ word }}',
      '%%word%%{{ word }}',
    ]
    const refused = selectors.map(() => ({ verdict: false, message: 'a selector must not contain a secret' }))
    for (const path of ['/', '/with']) expect(await verdictsOf(selectors, { path })).toEqual(refused)
  })
})
