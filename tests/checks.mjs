// @ts-check
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checks that run no test: types, lint and dead code. `npm run check` runs them alone, `npm test` before the tests. */

const file = fileURLToPath(import.meta.url)
const home = join(file, '../..')

/** With one checker a project, no two check the same types. */
const types = ['-b', '--checkers', '1']

/** The checks, by the package's program that makes each. @type {[name: string, program: string, words: string[]][]} */
const checks = [
  ['types', 'typescript/bin/tsc', types],
  ['lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['dead code', 'knip/bin/knip.js', []],
]

/** Starts a package's program. @param {string} program @param {string[]} words @param {'inherit' | 'pipe'} output */
export const start = (program, words, output) =>
  spawn(process.execPath, [join(home, 'node_modules', program), ...words], {
    cwd: home,
    stdio: ['inherit', output, output],
  })

/** Returns whether a process ends well. @param {import('node:child_process').ChildProcess} child @returns {Promise<boolean>} */
export const endOf = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

/** @param {string} name @param {boolean} passed @param {number} startedMs */
export const tell = (name, passed, startedMs) =>
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`)

/**
 * Runs all checks at once, since the longest keeps one core busy only. Prints each check's output when it ends, and returns which passed.
 * @returns {Promise<boolean[]>}
 */
export const runChecks = () =>
  Promise.all(
    checks.map(async ([name, program, words]) => {
      const started = performance.now()
      const child = start(program, words, 'pipe')
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (part) => {
          said += part
        })
      const good = await endOf(child)
      process.stdout.write(said)
      tell(name, good, started)
      return good
    }),
  )

if (process.argv[1] === file) process.exitCode = (await runChecks()).every(Boolean) ? 0 : 1
