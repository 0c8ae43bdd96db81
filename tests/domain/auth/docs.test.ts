import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUTH_TYPE_ORDER, AUTH_TYPES, GRANT_WORDS } from '../../../src/domain/auth/auth-types.ts'
import { home } from '../../support/sources.ts'

const page = readFileSync(join(home, 'docs/auth.md'), 'utf8')

/** The row of each type, as the page has it. */
const typeRows = AUTH_TYPE_ORDER.map((id) => {
  const { title, applied, token } = AUTH_TYPES[id]
  const values = token.map(({ name }) => `\`${name}\``).join(', ')
  return `| \`${id}\` | ${title} | ${applied} | ${values || '—'} |`
})

/** The row of each grant, as the page has it. */
const grantRows = Object.values(GRANT_WORDS).map(({ title, description }) => `| ${title} | ${description} |`)

test('the page about auth has a row for each type and each grant, as the tables have them', () => {
  for (const row of [...typeRows, ...grantRows]) expect(page).toContain(row)
})
