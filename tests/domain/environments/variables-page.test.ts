import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('docs/variables.md has the search order, and the variables that an alert gives', () => {
  expect(page.split('\n').filter((line) => /^\d\. /.test(line))).toEqual(
    SEARCH_ORDER.map(({ words }, index) => `${index + 1}. ${words}`),
  )
  for (const name of ALERT_VARIABLES) expect(page).toContain(`\`${name}\``)
})
