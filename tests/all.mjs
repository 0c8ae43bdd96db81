// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that must hold, in one command: `npm test`. Its very last line counts what passed and what failed. */

const home = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sonde-report-'))
const report = join(folder, 'vitest.json')

/** The checks, by the package's program that makes each. @type {[name: string, program: string, words: string[]][]} */
const checks = [
  ['types', 'typescript/bin/tsc', ['-b']],
  ['lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['dead code', 'knip/bin/knip.js', []],
]

/** Runs a package's program and gives whether it ended well. @param {string} program @param {string[]} words @returns {Promise<boolean>} */
const run = (program, words) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(home, 'node_modules', program), ...words], {
      cwd: home,
      stdio: 'inherit',
    })
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

for (const [name, program, words] of checks) {
  const started = performance.now()
  const good = await run(program, words)
  tell(name, good, started)
  count(good)
}

const started = performance.now()
const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const good = await run('vitest/vitest.mjs', words)
tell('tests', good, started)

/** @type {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, startTime: number, endTime: number }[] }} */
const results = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, testResults: [] }
passed += results.numPassedTests
failed += results.numFailedTests
// A file that does not load, or a fault outside every test, fails the run without failing a test.
if (!good && results.numFailedTests === 0) failed += 1
rmSync(folder, { recursive: true, force: true })

const SLOWEST = 10
const files = results.testResults
  .map(({ name, startTime, endTime }) => ({ name: relative(home, name), seconds: (endTime - startTime) / 1000 }))
  .sort((one, other) => other.seconds - one.seconds)
if (files.length > SLOWEST) {
  console.log(`The slowest ${SLOWEST} of ${files.length} files:`)
  for (const { name, seconds } of files.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  console.log('')
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
