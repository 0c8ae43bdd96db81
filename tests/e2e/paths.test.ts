import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slugOf } from '../../machines/chart/path-document.ts'
import { openPrograms } from '../support/built-programs.ts'
import { home } from '../support/sources.ts'
import { failuresIn, runProgram, runSpecs, skippedIn } from './support/exported-paths.ts'
import { ADA } from './support/person.ts'
import { theWorld } from './support/world.ts'

/** The machines whose every transition is taken in a browser, each with the number of its paths that no browser can take at most. */
const MACHINES = {
  signIn: 3,
  projectSwitch: 6,
  resource: 5,
  console: 4,
  draft: 0,
  run: 0,
  wizard: 0,
  authorization: 1,
} as const

const world = theWorld()

let folder: string
beforeAll(() => {
  mkdirSync(join(home, 'dist'), { recursive: true })
  // Within the checkout, where the exported files find the test runner.
  folder = mkdtempSync(join(home, 'dist/.paths-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MOST_MS = 1_500_000

test(
  'the exported paths take every transition of the machines that they are about, in a browser, as they were written',
  async () => {
    const { cli } = await openPrograms()
    const words = ['paths', ...Object.keys(MACHINES), '--coverage', 'longest', '--format', 'playwright', '--out', '.']
    expect((await runProgram(cli, words, { cwd: folder })).said).toMatch(/^\d+ paths of 8 machines, /)
    const specs = await runSpecs(folder, {
      BASE_URL: world.url,
      SONDE_EMAIL: ADA.email,
      SONDE_PASSWORD: ADA.password,
    })
    expect(failuresIn(specs)).toEqual([])
    for (const [machine, most] of Object.entries(MACHINES)) {
      const own = specs.filter(({ file }) => file === `${slugOf(machine)}.spec.mjs`)
      const skipped = skippedIn(own)
      expect(own.length, machine).toBeGreaterThan(8)
      expect(
        skipped.filter((reason) => !/ .+\.$/.test(reason)),
        'paths skipped without a sentence',
      ).toEqual([])
      expect(skipped.length, `paths of ${machine} skipped: ${skipped.join(' ')}`).toBeLessThanOrEqual(most)
    }
  },
  MOST_MS,
)
