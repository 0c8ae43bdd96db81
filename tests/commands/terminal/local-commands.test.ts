import { expect, test } from 'vitest'
import { candidatesFor } from '../../../src/cli/completion.ts'
import { helpFor } from '../../../src/cli/help-command.ts'
import { LOCAL, localCommandOf } from '../../../src/cli/local-commands.ts'
import { phrasesOf } from '../../../src/commands/core/command.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'

test('no command of the terminal hides one of the registry, whatever words follow, and none hides the terminal’s own', () => {
  const followed = [[], ['x'], ['x', 'y'], ['https://x.example', '--wait'], ['-'], ['--', 'x']]
  const hidden = headlessCommands
    .flatMap(phrasesOf)
    .flatMap((phrase) => followed.map((rest) => [...phrase.split(' '), ...rest]))
    .filter((words) => localCommandOf(words) !== null)
  expect(hidden).toEqual([])
  for (const phrase of Object.keys(LOCAL)) expect(localCommandOf(phrase.split(' '))?.phrase).toBe(phrase)
})

test('watch follows monitors, and watch address watches an address', async () => {
  expect(localCommandOf(['watch', 'checkout'])).toMatchObject({ phrase: 'watch', rest: ['checkout'] })
  expect(localCommandOf(['watch', 'address', 'https://shop.example'])).toBeNull()
  // A monitor of that name.
  expect(localCommandOf(['watch', '--', 'address'])).toMatchObject({ phrase: 'watch' })
  expect(helpFor(['watch', 'address'])).toContain('watch address <url>')
  const offered = await candidatesFor(['watch'], '', async () => [{ text: 'checkout', note: '' }])
  expect(offered.map(({ text }) => text)).toEqual(expect.arrayContaining(['checkout', 'address']))
})

test('general flags and their values are completed where they have an effect', async () => {
  const offered = async (...line: string[]) =>
    (
      await candidatesFor(line.slice(0, -1), line.at(-1) ?? '', async (kind) => [{ text: `one-${kind}`, note: '' }])
    ).map(({ text }) => text)
  expect(await offered('list', 'monitors', '--')).toEqual(
    expect.arrayContaining(['--watch', '--output-format', '--json']),
  )
  expect(await offered('list', 'monitors', '-')).toEqual(expect.arrayContaining(['-o', '-w']))
  expect(await offered('list', 'monitors', '--')).not.toContain('--wait')
  expect(await offered('list', 'monitors', '-o', 'y')).toEqual(['yaml'])
  expect(await offered('run', 'monitor', 'x', '-o', '')).not.toContain('wide')
  expect(await offered('list', 'results', '--columns', 'te')).toEqual(['test'])
  expect(await offered('-p', '')).toEqual(['one-project'])
  expect(await offered('undo', '--')).toEqual(expect.arrayContaining(['--list', '--yes']))
  expect(await offered('describe', 'mon')).toEqual(['monitor'])
  expect(await offered('describe', 'monitor', '')).toContain('one-monitor')
  expect(await offered('des')).toContain('describe')
})

test('help names the general flags that a command takes', () => {
  expect(helpFor(['run', 'monitor'])).toMatch(/General flags .*--wait, --timeout, --strict, --junit/)
  expect(helpFor(['list', 'monitors'])).toMatch(/General flags .*--columns, --no-headers, --watch/)
  expect(helpFor(['diff'])).toContain('sonde help show lists them')
})
