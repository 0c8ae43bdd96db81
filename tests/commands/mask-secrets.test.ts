import { expect, test } from 'vitest'
import { historyLine } from '../../src/commands/core/line/history-line.ts'
import { maskSecrets } from '../../src/commands/core/line/mask-secrets.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../src/commands/core/line/suggest.ts'
import { factorCommands } from '../../src/commands/identity/factors.ts'
import { sessionCommands } from '../../src/commands/identity/session.ts'
import { exampleWorld } from './world.ts'

test('a line that is shown masks its secret arguments, quoted or not', () => {
  const command = factorCommands.find(({ id }) => id === 'factor.renew-codes') ?? null
  const shown = (text: string, proof: unknown) => maskSecrets(text, { command, args: { proof } })
  expect(shown('renew recovery-codes "correct horse"', 'correct horse')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes 123456', '123456')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes ', '')).toBe('renew recovery-codes ')
  expect(maskSecrets('run monitor "x"', { command: null, args: {} })).toBe('run monitor "x"')
})

test('a secret that begins as another one does is masked whole', () => {
  const command = sessionCommands.find(({ id }) => id === 'account.change-password') ?? null
  const args = { password: 'correct horse', new_password: 'correct horse battery' }
  const line = 'change password "correct horse" "correct horse battery"'
  expect(maskSecrets(line, { command, args })).toBe('change password •••••• ••••••')
})

test('the choice that goes on with a secret answer does not show it', () => {
  const { world } = exampleWorld()
  const shown = suggestionsFor('change password hunter2', world).flatMap(({ items }) =>
    items.map(({ label, line }) => ({ label, line })),
  )
  expect(shown).toEqual([{ label: '••••••', line: 'change password hunter2 ' }])
})

test('what is a secret for one type and none for another is masked for the first alone', () => {
  const { world } = exampleWorld()
  const shown = (line: string) => maskSecrets(line, readLine(line, world))
  expect(shown('create alert email ada@example.com')).toBe('create alert email ada@example.com')
  expect(shown('create alert slack https://hooks.example/T1')).toBe('create alert slack ••••••')
  expect(historyLine('create alert slack https://hooks.example/T1', world)).toBe(null)
  expect(historyLine('create alert email ada@example.com', world)).toBe('create alert email ada@example.com')
  // Renamed meanwhile: the line is kept as it was typed.
  expect(historyLine('rename monitor gone-by-now Other', world)).toBe('rename monitor gone-by-now Other')
})
