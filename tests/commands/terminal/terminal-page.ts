import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { FLAG_NAMES, flagNamed, flagSyntax, flagUse } from '../../../src/cli/flag-table.ts'
import { aboutOf, syntaxOf } from '../../../src/cli/help.ts'
import { LOCAL } from '../../../src/cli/local-commands.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { home } from '../../support/sources.ts'
import { cell, code, table } from './command-tables.ts'

/** Where the page stands. */
export const pagePath = join(home, 'docs/terminal-commands.md')

const locals = Object.entries(LOCAL).map(([words, { about, syntax }]) => [
  code(syntax === undefined ? words : `${words} ${syntax}`),
  cell(about),
])
const flags = FLAG_NAMES.map((name) => [code(flagSyntax(name)), cell(flagNamed(name).about), cell(flagUse(name).where)])
const codes = Object.values(EXIT_CODES).map(({ code: number, about }) => [String(number), cell(about)])
const commands = [...headlessCommands]
  .sort((a, b) => a.words.localeCompare(b.words, 'en'))
  .map((command) => [code(syntaxOf(command)), cell(aboutOf(command))])

/** The reference of the terminal: exit codes, flags and commands, made of the registry. */
export const terminalPage = (): string => `# Terminal commands

All commands and flags of the \`sonde\` program. [Terminal](terminal.md) explains how to use them. \`npm run terminal-page\` writes this page, and a test checks that it is up to date.

## Exit codes

${table(['code', 'meaning'], codes)}

## General flags

A flag that has no effect on a command is refused.

${table(['flag', 'meaning', 'works with'], flags)}

## Commands of the terminal alone

${table(['command', 'meaning'], locals)}

## Commands

\`list\`, \`show\` and \`get\` are derived from the kinds and the endpoints that read. All others are those of the console.

${table(['command', 'meaning'], commands)}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pagePath, terminalPage())
