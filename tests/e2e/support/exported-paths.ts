import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { browserProgram } from '../../support/browser.ts'
import { home } from '../../support/sources.ts'

/** Runs a Node program to its end. */
export const runProgram = async (
  program: string,
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) => {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts = { out: '', said: '' }
  child.stdout.setEncoding('utf8').on('data', (part) => {
    parts.out += part
  })
  child.stderr.setEncoding('utf8').on('data', (part) => {
    parts.said += part
  })
  await once(child, 'close')
  return parts
}

/** The parts of Playwright's report that are read here. */
type Spec = {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly {
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    readonly results: readonly { readonly error?: { readonly message?: string } }[]
  }[]
}
type Suite = { readonly specs: readonly Spec[]; readonly suites?: readonly Suite[] }

const specsIn = ({ specs, suites = [] }: Suite): readonly Spec[] => [...specs, ...suites.flatMap(specsIn)]

/** A test of a report, with the name of its exported file. */
type FoundSpec = Spec & { readonly file: string }

/** Runs the specs of an exported folder as they were written, by Playwright's own program. */
export const runSpecs = async (
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly FoundSpec[]> => {
  const { out, said } = await runProgram(
    join(home, 'node_modules/playwright/cli.js'),
    ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter', 'json'],
    { cwd: folder, env: { SONDE_BROWSER: browserProgram(), ...env } },
  )
  if (!out.startsWith('{')) throw new Error(`Playwright made no report: ${out}${said}`)
  // The report of Playwright's own reporter.
  const { suites } = JSON.parse(out) as { suites: readonly (Suite & { readonly file: string })[] }
  return suites.flatMap((suite) => specsIn(suite).map((spec) => ({ ...spec, file: suite.file })))
}

/** Tests that failed, each with its first words. */
export const failuresIn = (specs: readonly Spec[]): readonly string[] =>
  specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => `${title}: ${tests[0]?.results.at(-1)?.error?.message ?? 'no message'}`)

/** Why tests were skipped: a sentence for each. */
export const skippedIn = (specs: readonly Spec[]): readonly string[] =>
  specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => `${title}: ${annotations.find(({ type }) => type === 'skip')?.description ?? ''}`),
  )
