import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeIn, home } from '../support/sources.ts'

/** What a test would take from the machine instead of being given it, and how that is written. */
type Taking = {
  readonly law: string
  readonly folders: readonly string[]
  readonly written: RegExp
  /** Code that is caught, to show that the law can fail. */
  readonly caught: string
  /** Files that have a reason. */
  readonly excepted?: Readonly<Record<string, string>>
}

/** Benchmarks and long attacks measure spans of time; they are no tests of the suite. */
const measuring = /^tests\/(bench|attacks\/long)\/|^tests\/support\/neighbour\.ts$/

const takings: readonly Taking[] = [
  {
    law: 'no test sleeps: it waits for a state',
    folders: ['tests'],
    written: /\bsetTimeout\(|node:timers\/promises|\bwaitForTimeout\(/,
    caught: 'await new Promise((resolve) => setTimeout(resolve, 500))',
    excepted: {
      'tests/support/eventually.ts': 'It asks again after a pause, until the state is there.',
      'tests/support/hung-program.ts': 'A program that hangs for a while on purpose.',
      'tests/agent/little-server.ts': 'It holds a request for as long as the agent asks, as the server does.',
      'tests/agent/browser/attacks.test.ts': 'A page that works on after it has loaded.',
      'tests/agent/browser/misbehaviour.test.ts': 'A page that hangs once it has loaded.',
      'tests/agent/browser/pages.test.ts': 'Pages that work on after they have loaded.',
      'tests/agent/browser/secret-comparisons.test.ts': 'A window that opens empty.',
      'tests/agent/browser/two-origins.ts': 'A page that moves on while a step waits.',
      'tests/e2e/first-day.test.ts': 'The page reloads after the call that asks it to.',
      'tests/laws/walls.test.ts': 'Code that does not compile on its floor.',
    },
  },
  {
    law: 'nothing reads a day or an hour in the zone of the machine',
    folders: ['src', 'machines', 'tests'],
    written:
      /\.(get|set)(Day|Date|Month|FullYear|Hours|Minutes|Seconds|TimezoneOffset)\(|\.to(Locale)?(Date|Time)String\(/,
    caught: 'const isSunday = new Date().getDay() === 0',
  },
  {
    law: 'no test listens on a fixed port',
    folders: ['tests'],
    written: /\.listen\((\{ port: )?[1-9]/,
    caught: "createServer().listen(8080, '127.0.0.1')",
  },
  {
    law: 'no test has a fixed name in the shared temporary folder',
    folders: ['tests'],
    written: /(?<!mkdtempSync\(|mkdtemp\()join\(tmpdir\(\), '/,
    caught: "const file = join(tmpdir(), 'sonde.json')",
  },
]

test.each(takings.map((taking) => [taking.law, taking] as const))(
  '%s',
  (_, { folders, written, caught, excepted = {} }) => {
    expect(caught).toMatch(written)
    const found = folders
      .flatMap(codeIn)
      .filter((file) => !measuring.test(file) && file !== 'tests/laws/given.test.ts')
      .filter((file) => written.test(readFileSync(join(home, file), 'utf8')))
    expect(found).toEqual(Object.keys(excepted).sort())
  },
)

test('a file whose tests show times in a zone shows them as before when it ends', () => {
  const leaving = codeIn('tests')
    .filter((file) => file !== 'tests/laws/given.test.ts')
    .filter((file) => {
      const text = readFileSync(join(home, file), 'utf8')
      return text.includes('showTimesIn(') && !/after(All|Each)\(\(\) => showTimesIn\(null\)\)/.test(text)
    })
  expect(leaving).toEqual([])
})
