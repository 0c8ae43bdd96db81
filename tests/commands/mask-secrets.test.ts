import { expect, test } from 'vitest'
import { historyLine } from '../../src/commands/core/line/history-line.ts'
import { maskSecrets } from '../../src/commands/core/line/mask-secrets.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../src/commands/core/line/suggest.ts'
import { factorCommands } from '../../src/commands/identity/factors.ts'
import { sessionCommands } from '../../src/commands/identity/session.ts'
import { refuseUnsetSecrets } from '../../src/commands/runs/run-variables.ts'
import { writesSecret } from '../../src/domain/secrets/written-secret.ts'
import { lineHistory } from '../../src/views/core/line-history.ts'
import { maskedLine } from '../../src/views/debug/masked-line.ts'
import { exampleWorld } from './world.ts'

test('a line that is shown masks its secret arguments, quoted or not', () => {
  const command = factorCommands.find(({ id }) => id === 'factor.renew-codes') ?? null
  const shown = (text: string, proof: unknown) => maskSecrets(text, { command, args: { proof } })
  expect(shown('renew recovery-codes "correct horse"', 'correct horse')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes 123456', '123456')).toBe('renew recovery-codes ••••••')
  expect(shown('renew recovery-codes ', '')).toBe('renew recovery-codes ')
  expect(maskSecrets('run monitor "x"', { command: null, args: {} })).toBe('run monitor "x"')
})

test.each(['monitor tax-lookup-soap', 'workflow checkout'])(
  'a run of %s masks its secret variables alone, and is not remembered',
  (run) => {
    const { world } = exampleWorld()
    const line = `run ${run} --set A=shown --set B=hunter2 --secret B`
    expect(maskSecrets(line, readLine(line, world))).toBe(`run ${run} --set A=shown --set B=•••••• --secret B`)
    expect(historyLine(line, world)).toBe(null)
    expect(historyLine(`run ${run} --set A=shown`, world)).not.toBe(null)
  },
)

test.each(['--set A=1 --secret B', '--secret A,B --set A=1', '--secret B'])(
  'a secret variable that gets no value is refused by its name: %s',
  (flags) => {
    const { problems } = readLine(`run monitor tax-lookup-soap ${flags} `, exampleWorld().world)
    expect(problems.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('--secret names B')])
  },
)

test('a program is refused by the name of such a variable, too', () => {
  expect(() => refuseUnsetSecrets({ set: { A: '1' }, secret: ['A', 'B'] })).toThrow(
    '--secret names B, which has no value: it must be among --set, and the run sets A.',
  )
  expect(() => refuseUnsetSecrets({ set: { A: '1' }, secret: ['A'] })).not.toThrow()
  expect(() => refuseUnsetSecrets({})).not.toThrow()
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

test.each([
  'create monitor X https://a.example/ --headers authorization="Bearer s3cret"',
  'change monitor tax-lookup-soap --headers X-Api-Key=abc',
  'change monitor tax-lookup-soap --headers cookie="session=abc"',
  'change monitor tax-lookup-soap --headers X-Custom="Bearer abcdefgh"',
  'change monitor gone-by-now --headers Authorization="Basic YWJjZGVm"',
  'change monitor tax-lookup-soap --variables token=abc',
  'change monitor tax-lookup-soap --parameters api_key=abc',
  'change monitor tax-lookup-soap --url https://ada:pass@a.example/',
  'change monitor tax-lookup-soap --url "https://a.example/?q=1&access_token=abc"',
  'change monitor tax-lookup-soap --body \'{"user":"ada","password":"x"}\'',
  'change monitor tax-lookup-soap --body "grant_type=password&client_secret=x"',
  'change monitor tax-lookup-soap --body "<login><password>x</password></login>"',
  'change monitor gone-by-now --headers X-Api-Key=abc',
  'change monitor gone-by-now --body \'{"password":"x"}\'',
])('a line that spells out a secret is not remembered: %s', (line) => {
  expect(historyLine(line, exampleWorld().world)).toBe(null)
  expect(maskedLine(line)).toMatch(/^(create|change) monitor ••••••$/)
})

test.each([
  'create monitor X https://a.example/?page=2',
  'change monitor tax-lookup-soap --headers Authorization="Bearer {{ TOKEN }}"',
  'change monitor tax-lookup-soap --headers Accept=text/plain',
  // The words of schemes are those of names, too.
  'create monitor "Token service" https://a.example/',
  'create monitor "Basic checkout" https://a.example/',
  'change monitor tax-lookup-soap --body "max_tokens=5&q=1"',
])('a line that only names variables is remembered: %s', (line) => {
  expect(historyLine(line, exampleWorld().world)).not.toBe(null)
})

test('lines with secrets that an older version stored are gone once lines are read, and the others are not', () => {
  const { world } = exampleWorld()
  const stored = new Map<string, unknown>()
  const store = {
    read: (name: string) => stored.get(name),
    write: (name: string, value: unknown) => void stored.set(name, value),
    forget: (name: string) => void stored.delete(name),
  }
  const line = (text: string) => ({ line: text, score: 1, atMs: 0 })
  const project = world.project?.id ?? ''
  stored.set('used-lines.ada', { [project]: [line('change monitor a --headers cookie=abc'), line('open monitors')] })
  expect(lineHistory(store, 'ada', world).latest()).toEqual(['open monitors'])
  expect(JSON.stringify([...stored])).not.toContain('abc')
})

test('a long line is read in time that grows with its length', () => {
  const long = [
    'a'.repeat(400_000),
    '\\'.repeat(400_000),
    'a='.repeat(200_000),
    '://'.repeat(130_000),
    'bearer '.repeat(50_000),
  ]
  for (const text of long) expect(writesSecret(`${text} x`)).toBe(text.startsWith('bearer'))
})
