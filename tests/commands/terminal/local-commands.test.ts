import { expect, test } from 'vitest'
import { candidatesFor } from '../../../src/cli/completion.ts'
import { helpFor } from '../../../src/cli/help-command.ts'
import { LOCAL, localCommandOf } from '../../../src/cli/local-commands.ts'
import { phrasesOf } from '../../../src/commands/core/command.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'

test('no command of the terminal hides one of the registry, and none hides the terminal’s own', () => {
  const phrases = headlessCommands.flatMap(phrasesOf)
  expect(phrases.filter((phrase) => localCommandOf(phrase.split(' ')) !== null)).toEqual([])
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
