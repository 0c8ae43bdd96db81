import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consolePage, consolePagePath } from './console-page.ts'
import { pagePath, terminalPage } from './terminal-page.ts'

test('the reference of terminal commands is up to date (`npm run terminal-page` writes it)', () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(terminalPage())
})

test('the reference of console commands is up to date (`npm run console-page` writes it)', () => {
  expect(readFileSync(consolePagePath, 'utf8')).toBe(consolePage())
})
