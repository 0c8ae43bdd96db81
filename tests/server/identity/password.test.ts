import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '../../../src/server/access/password.ts'

test('a password matches only itself, and each hash differs', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).not.toBe(two)
  expect(one).not.toContain('horse')
  expect(await passwordMatches('correct horse', one)).toBe(true)
  expect(await passwordMatches('correct horse ', one)).toBe(false)
  expect(await passwordMatches('correct horse', 'damaged')).toBe(false)
})
