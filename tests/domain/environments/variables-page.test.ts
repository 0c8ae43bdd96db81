import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ESCAPE_NAMES, ESCAPES } from '../../../src/domain/core/escapes-of-values.ts'
import { substitute } from '../../../src/domain/core/placeholders.ts'
import { SYSTEM_VARIABLES } from '../../../src/domain/environments/system-variables.ts'
import { ALERT_VARIABLES, SEARCH_ORDER } from '../../../src/domain/environments/used-variables.ts'
import { home } from '../../support/sources.ts'

const page = readFileSync(join(home, 'docs/variables.md'), 'utf8')

test('docs/variables.md has the table of system variables', () => {
  const rows = Object.entries(SYSTEM_VARIABLES).map(
    ([name, { words, example }]) => `| \`${name}\` | ${words} | ${example === '' ? '' : `\`${example}\``} |`,
  )
  expect(page.split('\n').filter((line) => /^\| `[A-Z][A-Z_]*` \|/.test(line))).toEqual(rows)
})

test('docs/variables.md has a row for each escape, with what it writes', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `{{ NAME | '))
  const written = ESCAPE_NAMES.map((name) => `\`${substitute(`{{ A | ${name} }}`, { A: 'say "a&b"' }).text}\` |`)
  expect(rows.map((row) => written.find((text) => row.endsWith(text)))).toEqual(written)
  for (const [index, name] of ESCAPE_NAMES.entries()) expect(rows[index]).toContain(ESCAPES[name].words)
})

test('docs/variables.md has the search order, and the variables that an alert gives', () => {
  expect(page.split('\n').filter((line) => /^\d\. /.test(line))).toEqual(
    SEARCH_ORDER.map(({ words }, index) => `${index + 1}. ${words}`),
  )
  for (const name of ALERT_VARIABLES) expect(page).toContain(`\`${name}\``)
})
