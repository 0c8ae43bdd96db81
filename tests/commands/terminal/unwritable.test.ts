import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signIn } from '../../../src/cli/sign-in-command.ts'
import { testIo } from './test-terminal.ts'

/** A folder of the kernel, in which nobody can make a file. */
const UNWRITABLE = '/sys'

test.runIf(existsSync(UNWRITABLE))('a sign-in that cannot be stored is refused before anything else', async () => {
  const { io, err } = testIo({ env: { XDG_CONFIG_HOME: `${UNWRITABLE}/nowhere` } })
  const context = { words: ['http://127.0.0.1:9', '--key'], flags: {}, io } as unknown as Parameters<typeof signIn>[0]
  await expect(signIn(context)).rejects.toMatchObject({
    ending: 'usage',
    message: expect.stringMatching(/^A sign-in cannot be stored here: .*A key in SONDE_API_KEY needs no file\.$/),
  })
  expect(err()).toBe('')
})
