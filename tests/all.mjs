// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOf, runChecks, start, tell } from './checks.mjs'

/** Everything that must hold, in one command: `npm test`. Its very last line counts what passed and what failed. */

const folder = mkdtempSync(join(tmpdir(), 'sonde-report-'))
const report = join(folder, 'end-report.json')

let passed = 0
let failed = 0
/** @param {boolean} good */
const count = (good) => {
  if (good) passed += 1
  else failed += 1
}

for (const good of await runChecks()) count(good)

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

const SLOWEST = 20
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
