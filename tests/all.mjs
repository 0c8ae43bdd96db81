// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that must hold, in one command: `npm test`. Its very last line counts what passed and what failed. */

const home = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sonde-report-'))
const report = join(folder, 'end-report.json')

/** Words of the package's script `types`: with one checker a project, no two check the same types. */
const types = ['-b', '--checkers', '1']

/** The checks, by the package's program that makes each. @type {[name: string, program: string, words: string[]][]} */
const checks = [
  ['types', 'typescript/bin/tsc', types],
  ['lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['dead code', 'knip/bin/knip.js', []],
]

/** Starts a package's program. @param {string} program @param {string[]} words @param {'inherit' | 'pipe'} output */
const start = (program, words, output) =>
  spawn(process.execPath, [join(home, 'node_modules', program), ...words], {
    cwd: home,
    stdio: ['inherit', output, output],
  })

/** Returns whether a process ends well. @param {import('node:child_process').ChildProcess} child @returns {Promise<boolean>} */
const endOf = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

/** @param {string} name @param {boolean} passed @param {number} startedMs */
const tell = (name, passed, startedMs) =>
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`)

let passed = 0
let failed = 0
/** @param {boolean} good */
const count = (good) => {
  if (good) passed += 1
  else failed += 1
}

// All checks at once, since the longest keeps one core busy only; each check's output is shown when it ends.
await Promise.all(
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
    count(good)
  }),
)

// A test that fails is run once more, and named below if it passes then: one slow second of a shared machine rejects nobody's work,
// and no race stays unseen.
const words = [
  'run',
  '--retry=1',
  '--reporter=default',
  '--reporter=./tests/support/end-report.ts',
  ...process.argv.slice(2),
]
process.env.SONDE_END_REPORT = report
const started = performance.now()
const good = await endOf(start('vitest/vitest.mjs', words, 'inherit'))
tell('tests', good, started)

/** @type {import('./support/end-report.ts').EndReport} */
const results = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { passed: 0, failed: 0, failures: [], flaky: [], files: [] }
passed += results.passed
failed += results.failed
if (!good && results.failed === 0) failed += 1
rmSync(folder, { recursive: true, force: true })

const SLOWEST = 10
const slowest = [...results.files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
if (results.files.length > SLOWEST) {
  console.log(`The slowest ${SLOWEST} of ${results.files.length} files:`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  console.log('')
}

/** @param {string} title @param {readonly import('./support/end-report.ts').Failure[]} failures */
const list = (title, failures) => {
  if (failures.length === 0) return
  console.log(`${title}:`)
  for (const { file, test, error } of failures) console.log(`  ${[file, test, error].filter(Boolean).join(' · ')}`)
  console.log('')
}
list('Passed only when run again', results.flaky)
list('Failed', results.failures)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
