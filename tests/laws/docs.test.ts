import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { home } from '../support/sources.ts'

const read = (file: string): string => readFileSync(join(home, file), 'utf8')

// The changelog tells of files as they were.
const pages = [
  'README.md',
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
