import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeIn, home } from '../support/sources.ts'

const read = (file: string): string => readFileSync(join(home, file), 'utf8')

// The changelog tells of files as they were.
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(home, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => `docs/${name}`),
]

/** A path of the checkout as a page cites it: whole, or from a folder of the server on. */
const cited = /`((?:src|machines|tests|docs|store|handlers|http|dispatch|ingest|scheduler|delivery|access)\/[\w./-]+)`/g

test('every file and folder that a page names is there', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(cited)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(home, path)) && !existsSync(join(home, 'src/server', path)))
      .map((path) => `${page} names ${path}`),
  )
  expect(missing).toEqual([])
})

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every page and heading that a page links to is there', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? join(page, '..', path) : page
        return !existsSync(join(home, target)) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map(([link]) => `${page} links to ${link.slice(2, -1)}`),
  )
  expect(broken).toEqual([])
})

test('every script that a page tells to run is one of the package', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)]
      .map(([, script = '']) => script)
      .filter((script) => !Object.hasOwn(scripts, script))
      .map((script) => `${page} names npm run ${script}`),
  )
  expect(missing).toEqual([])
})

test('no page says a sentence twice', () => {
  const twice = ['docs/CHANGELOG.md', ...pages].flatMap((page) => {
    const sentences = read(page)
      .split(/\n|(?<=\.) /)
      .filter((sentence) => /^[A-Z].{60,}\.$/.test(sentence))
    const repeated = sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)
    return [...new Set(repeated)].map((sentence) => `${page} says more than once: ${sentence}`)
  })
  expect(twice).toEqual([])
})

/** Variables of the code that configure no installation, and what they are for. */
const notSettings: Readonly<Record<string, string>> = {
  SONDE_AGENT_LAUNCHED: 'an agent tells its own child process that it started it',
  SONDE_AGENT_SUPERVISED: 'the server tells its embedded agent that it started it',
  SONDE_BROWSER: 'exported test paths, explained in docs/test-paths.md',
  SONDE_BUILD_DIR: 'the start tells the build its folder',
  SONDE_EMAIL: 'exported test paths, explained in docs/test-paths.md',
  SONDE_PASSWORD: 'exported test paths, explained in docs/test-paths.md',
  SONDE_WEBHOOK_SECRET: 'the sample code for receivers of webhooks',
}

const ownVariable = /\bSONDE_[A-Z_]*[A-Z]\b/g

/** The variables in the first column of the tables of docs/operating.md. */
const documented = [...read('docs/operating.md').matchAll(/^\| ((?:`[A-Z][A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
  ([, cell = '']) => cell.replaceAll('`', '').split(', '),
)

test('docs/operating.md lists every variable that the code reads, and no other', () => {
  const code = codeIn('src').map(read).join('\n')
  const configuration = read('src/server/configuration.ts')
  const readByCode = [
    ...[...configuration.matchAll(/\bvalue\('([A-Z_]+)'\)/g)].map(([, name = '']) => name),
    ...(code.match(ownVariable) ?? []),
  ].filter((name) => !Object.hasOwn(notSettings, name))
  const words = new Set(code.match(/\b[A-Z][A-Z_]+\b/g))
  expect({
    missing: [...new Set(readByCode)].filter((name) => !documented.includes(name)),
    unknown: documented.filter((name) => !words.has(name)),
    needless: Object.keys(notSettings).filter((name) => !words.has(name) || documented.includes(name)),
  }).toEqual({ missing: [], unknown: [], needless: [] })
})

test('no page names a variable that docs/operating.md does not list', () => {
  const known = [...documented, ...Object.keys(notSettings)]
  const strange = pages.flatMap((page) =>
    (read(page).match(ownVariable) ?? [])
      .filter((name) => !known.includes(name))
      .map((name) => `${page} names ${name}`),
  )
  expect(strange).toEqual([])
})

/** The lines of a text without indentation and empty lines. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** A code block whose first line names the file that it is taken from; `// …` within it stands for lines that are left out. */
const excerpt = /```tsx?\n\/\/ ([\w./-]+)\n([\s\S]*?)```/g

test('the code on the page about adding a resource is code of the product', () => {
  const page = read('docs/adding-a-resource.md')
  const excerpts = [...page.matchAll(excerpt)]
  expect(excerpts.length).toBe([...page.matchAll(/```tsx?\n/g)].length)
  const strange = excerpts.flatMap(([, file = '', code = '']) => {
    const whole = linesOf(read(file))
    return code
      .split(/^\s*\/\/ …\s*$/m)
      .map(linesOf)
      .filter((part) => !whole.includes(part))
      .map((part) => `${file} has no such lines:\n${part}`)
  })
  expect(strange).toEqual([])
})
