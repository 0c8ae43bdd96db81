import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scorePage, scorePagePath } from './score-page.ts'

test('the page about the score is up to date', () => {
  expect(readFileSync(scorePagePath, 'utf8')).toBe(scorePage)
})
