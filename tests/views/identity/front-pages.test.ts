import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccessRecord } from '../../../machines/projects/project-choice.ts'
import { passwordProblems } from '../../../src/domain/identity/password-rules.ts'
import { destinationOf } from '../../../src/views/external/destination.ts'
import { strengthOf } from '../../../src/views/identity/password-strength.ts'
import { matching, projectGroups } from '../../../src/views/projects/project-groups.ts'

test('a password that the rules refuse is never called anything else', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (password) => {
      const refused = passwordProblems(password, 'ada@example.com').length > 0
      expect(strengthOf(password, 'ada@example.com').step === 0).toBe(refused)
    }),
  )
})

test('a longer password of the same kind is never weaker', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 10, maxLength: 40 }),
      fc.string({ minLength: 1, maxLength: 20 }),
      (one, more) => {
        const [shorter, longer] = [strengthOf(one, ''), strengthOf(one + more, '')]
        if (shorter.step > 0) expect(longer.step).toBeGreaterThanOrEqual(shorter.step)
      },
    ),
  )
})

test.each([
  ['javascript:alert(1)'],
  ['data:text/html,<script>1</script>'],
  ['file:///etc/passwd'],
  ['//example.com/a'],
  ['/collections'],
  ['https://sonde.example@evil.example/'],
  ['ftp://example.com/'],
  [' '],
])('an external link to %s is not followed', (href) => {
  expect(destinationOf(href).kind).toBe('refused')
})

test('an external link shows the host that the browser will ask for', () => {
  expect(destinationOf('https://Example.com:8443/a?b#c')).toMatchObject({ kind: 'open', host: 'example.com:8443' })
  // Cyrillic а: looks like apple.com
  expect(destinationOf('https://аpple.com/')).toMatchObject({ host: 'xn--pple-43d.com' })
  expect(destinationOf('http://example.com/')).toMatchObject({ isSecure: false })
})

const record = (id: string, name: string, level: AccessRecord['access_level'], orgId: string | null): AccessRecord => ({
  id: `a-${id}`,
  access_level: level,
  account_id: 'a',
  account_email: 'ada@example.com',
  role_id: null,
  created: '',
  last_update: '',
  project: {
    id,
    name,
    org_id: orgId,
    tags: [],
    system_tags: [],
    security_profile: null,
    score_bands: { warning: 6, good: 8 },
    created: '',
    last_update: '',
  },
  organization: null,
})

test('projects stand under their collections, one’s own first, by level and then by name', () => {
  const organizations = [{ id: 'o1', name: 'Harbourline' }] as never
  const projects = [
    record('p1', 'Beta', 'VIEWER', 'o1'),
    record('p2', 'Alpha', 'VIEWER', 'o1'),
    record('p3', 'Zeta', 'OWNER', 'o1'),
    record('p4', 'Mine', 'OWNER', null),
    record('p5', 'Left over', 'VIEWER', 'gone'),
  ]
  const groups = projectGroups(projects, organizations, { o1: ['ADMIN'] }, ['o1'])
  expect(groups.map(({ name, records }) => [name, ...records.map(({ project }) => project.name)])).toEqual([
    ['Personal', 'Mine', 'Left over'],
    ['Harbourline', 'Zeta', 'Alpha', 'Beta'],
  ])
  const starred = projectGroups(projects, organizations, {}, [], ['p1'])
  expect(starred[1]?.records.map(({ project }) => project.name)).toEqual(['Beta', 'Zeta', 'Alpha'])
  expect(groups[1]?.roles).toEqual(['ADMIN'])
  expect(matching(groups, ' ALPHA ').flatMap(({ records }) => records.map(({ project }) => project.id))).toEqual(['p2'])
  expect(matching(groups, 'harbour')[0]?.records).toHaveLength(3)
})
