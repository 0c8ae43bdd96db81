// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs tests under strains that bring races and hidden dependencies to light: other time zones, other days, another order, a busy processor, a
 * temporary folder that is closed to other accounts. `npm run test:strained -- STRAIN [vitest's words]`, such as `sunday --project unit`; `all`
 * runs them in turn. `npm run test:again FILE` runs a file twenty times beside a busy loop. No test is retried here: one that passes only
 * at the second try has a race.
 */

const TIMES_AGAIN = 20

const home = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ name: string, env?: NodeJS.ProcessEnv, words?: string[], until?: () => void }} Run One run; `until` ends what was prepared for it. */

/** @param {string} zone @returns {Run} */
const inZone = (zone) => ({ name: zone, env: { TZ: zone } })

/** A run that begins at that moment. Timers and monotonic clocks stay true. @param {string} moment @returns {Run} */
const at = (moment) => ({
  name: moment,
  env: {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${import.meta.resolve('./support/shifted-clock.mjs')}`,
    SONDE_CLOCK_SHIFT_MS: String(Date.parse(moment) - Date.now()),
  },
})

/** Another order of the files. Tests within a file keep theirs: many tell one story of a server. @param {number} seed @returns {Run} */
const inOrder = (seed) => ({ name: `seed ${seed}`, words: ['--sequence.shuffle.files', `--sequence.seed=${seed}`] })

/** A run beside a loop that keeps one processor busy, and ends with this process at the latest. @returns {Run} */
const besideLoop = () => {
  const loop = spawn(process.execPath, ['-e', `while (process.ppid === ${process.pid});`], { stdio: 'ignore' })
  return { name: 'one processor busy', until: () => void loop.kill('SIGKILL') }
}

/** A run whose temporary folder, and whatever it makes, only this account may enter. @returns {Run} */
const closedToOthers = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-closed-'))
  const umask = process.umask(0o077)
  return {
    name: 'closed to other accounts',
    env: { TMPDIR: folder },
    until: () => {
      process.umask(umask)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The strains, each a list of runs that are prepared when their turn comes. @type {Record<string, (() => Run)[]>} */
const strains = {
  // A day ahead of UTC, and half an hour off the full hours behind it.
  zone: [() => inZone('Pacific/Kiritimati'), () => inZone('America/St_Johns')],
  'leap-day': [() => at('2028-02-29T12:00:00Z')],
  // The last half minute of a week, and of a year.
  sunday: [() => at('2026-12-06T23:59:30Z'), () => at('2026-12-31T23:59:30Z')],
  shuffled: [() => inOrder(1), () => inOrder(2)],
  loaded: [besideLoop],
  'closed-temp': [closedToOthers],
}

/** @param {Run} run @param {string[]} words @returns {Promise<boolean>} */
const passes = async ({ env, words: own = [], until }, words) => {
  const vitest = join(home, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--retry=0', '--reporter=default', ...own, ...words], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  try {
    const [code] = await once(child, 'close')
    return code === 0
  } finally {
    until?.()
  }
}

const [first = '', ...rest] = process.argv.slice(2)
if (first === 'again' && rest.length === 0) {
  console.error('Name a file of tests, such as npm run test:again tests/e2e/forms.test.ts.')
  process.exit(2)
}
const chosen =
  first === 'again'
    ? [{ strain: first, runs: Array.from({ length: TIMES_AGAIN }, () => besideLoop) }]
    : Object.entries(strains)
        .filter(([strain]) => first === 'all' || first === strain)
        .map(([strain, runs]) => ({ strain, runs }))
if (chosen.length === 0) {
  console.error(`Usage: npm run test:strained -- STRAIN [words for vitest], such as sunday --project unit

STRAIN is one of ${Object.keys(strains).join(', ')}; all runs them in turn.`)
  process.exit(2)
}
/** @type {string[]} */
const outcomes = []
for (const { strain, runs } of chosen)
  for (const prepare of runs) {
    const run = prepare()
    const started = performance.now()
    const good = await passes(run, rest)
    if (!good) process.exitCode = 1
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    outcomes.push(`${good ? 'passed' : 'FAILED'}  ${strain}: ${run.name}  ${seconds} s`)
  }
console.log(outcomes.join('\n'))
