import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { takeFlags } from '../../../src/cli/flags.ts'
import { refuseUnwritableFiles } from '../../../src/cli/written-files.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { openTestTerminal } from './test-terminal.ts'

// No server answers here: whatever asks it ends with another exit code.
const terminal = openTestTerminal({ env: { SONDE_URL: 'http://localhost:9', SONDE_API_KEY: 'key' } })

test('a file that cannot be written is refused before anything runs', async () => {
  const folder = temporaryFolder()
  for (const target of [join(folder, 'none', 'x.xml'), folder]) {
    const ran = await terminal('run', 'monitor', 'checkout', '--wait', '--junit', target)
    expect([ran.code, ran.err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining(`${target} cannot be written`)])
    const read = await terminal('get', 'result-csv', '--output', target)
    expect([read.code, read.err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining('cannot be written')])
  }
})

test('a flag takes no other flag as its value, and no empty name of a file', async () => {
  for (const line of [
    ['run', 'monitor', 'checkout', '--wait', '--junit', '--strict'],
    ['list', 'monitors', '--project', '--json'],
    ['list', 'monitors', '-o', '--json'],
  ]) {
    const ran = await terminal(...line)
    expect([ran.code, ran.err]).toEqual([
      EXIT_CODES.usage.code,
      expect.stringMatching(/ needs a value\. One that begins/),
    ])
  }
  for (const empty of [['--junit='], ['--junit', ''], ['--junit', ' ']]) {
    const ran = await terminal('run', 'monitor', 'checkout', '--wait', ...empty)
    expect([ran.code, ran.err]).toEqual([
      EXIT_CODES.usage.code,
      'sonde: --junit is empty: it takes the name of a file.\n',
    ])
  }
  // Written in one word, it is meant.
  const folder = temporaryFolder()
  expect(takeFlags(['run', `--junit=${folder}/--strict`, '--output=--x']).flags).toEqual({
    junit: `${folder}/--strict`,
    output: '--x',
  })
})

test('a file that can be written is neither made nor changed before', () => {
  const folder = temporaryFolder()
  const [fresh, old] = [join(folder, 'new.xml'), join(folder, 'old.xml')]
  writeFileSync(old, 'before')
  for (const junit of [fresh, old, 'x.xml', '-', '/dev/null']) refuseUnwritableFiles({ junit })
  expect(existsSync(fresh)).toBe(false)
})

test('a line that is refused replaces an older report, for whatever reason it is refused', async () => {
  const file = join(temporaryFolder(), 'report.xml')
  for (const line of [
    'run monitor checkout',
    'run monitor checkout --wait',
    'run monitor checkout --wait --timeout soon',
    'run monitor checkout --wait --no-such-flag',
    'run monitor checkout --wait -z',
    'no such command --wait',
    'list monitors',
    'whoami',
  ]) {
    writeFileSync(file, '<testsuites tests="1" failures="0"/>')
    const { code } = await terminal(...line.split(' '), `--junit=${file}`)
    expect([line, code > 0, readFileSync(file, 'utf8')]).toEqual([
      line,
      true,
      expect.stringMatching(/<(error|failure)/),
    ])
  }
})
