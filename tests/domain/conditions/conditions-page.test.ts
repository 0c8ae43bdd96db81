import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conditionsPage, pagePath } from './conditions-page.ts'

test('the page about conditions is up to date (`npm run conditions-page` writes it)', () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(conditionsPage())
})
