import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StateMachine } from 'xstate'
import { pageOf } from '../../machines/chart/page.ts'
import { codeIn, home } from '../support/sources.ts'

const folder = join(home, 'docs/machines')
const index = 'README.md'

/** The docstring above a chart's export. */
const sentenceAbove = (source: string, exported: string): string => {
  const [, comment = ''] =
    new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export const ${exported}\\b`).exec(source) ?? []
  return comment
    .replace(/^\s*\*? ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

type Page = { readonly name: string; readonly sentence: string; readonly text: string }

const pages = async (): Promise<readonly Page[]> => {
  const found = new Map<unknown, Page>()
  for (const file of codeIn('machines').filter((path) => !path.startsWith('machines/examples/'))) {
    const source = readFileSync(join(home, file), 'utf8')
    for (const [exported, value] of Object.entries<unknown>(await import(join(home, file)))) {
      const isItsHome = value instanceof StateMachine && source.includes(`export const ${exported}`)
      if (!isItsHome) continue
      const name = basename(file, '.ts').replace(/-chart$/, '')
      const sentence = sentenceAbove(source, exported)
      found.set(value, { name, sentence, text: pageOf(name, sentence, value) })
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const indexOf = (all: readonly Page[]): string =>
  [
    '# Charts',
    '',
    'What can happen in Sonde is said by state charts, in `machines/`: states, events and effects with names that can be read as rules. Each page is written from the chart itself by `node --import tsx tests/machines/diagrams.ts`, and a test holds that none is stale.',
    '',
    ...all.map(({ name, sentence }) => `- [${name}](${name}.md): ${sentence}`),
    '',
    'An effect (a request, the clock, storage) is an actor or action that a chart only names; the web app and the tests hand in their own. Ways through every chart are generated from it and taken by real actors in `tests/machines/paths.test.ts`.',
    '',
  ].join('\n')

/** The expected content of `docs/machines`, by file name. */
export const diagrams = async (): Promise<ReadonlyMap<string, string>> => {
  const all = await pages()
  return new Map([[index, indexOf(all)], ...all.map(({ name, text }): [string, string] => [`${name}.md`, text])])
}

/** The current content of `docs/machines`. */
export const written = (): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = await diagrams()
  for (const name of written().keys()) if (!wanted.has(name)) rmSync(join(folder, name))
  for (const [name, text] of wanted) writeFileSync(join(folder, name), text)
}
