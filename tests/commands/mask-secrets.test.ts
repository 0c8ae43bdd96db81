import { expect, test } from 'vitest'
import { maskSecrets } from '../../src/commands/core/line/mask-secrets.ts'
import { factorCommands } from '../../src/commands/identity/factors.ts'

test('a line that is shown masks its secret arguments, quoted or not', () => {
  const command = factorCommands.find(({ id }) => id === 'factor.renew-codes') ?? null
  const shown = (text: string, proof: unknown) => maskSecrets(text, { command, args: { proof } })
  expect(shown('renew recovery-codes "correct horse"', 'correct horse')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes 123456', '123456')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes ', '')).toBe('renew recovery-codes ')
  expect(maskSecrets('run monitor "x"', { command: null, args: {} })).toBe('run monitor "x"')
})
