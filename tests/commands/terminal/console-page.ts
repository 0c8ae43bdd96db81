import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { syntaxOf } from '../../../src/cli/help.ts'
import type { Command } from '../../../src/commands/core/command.ts'
import { keyWords } from '../../../src/commands/core/key-rules.ts'
import { keysOf } from '../../../src/commands/core/own-keys.ts'
import { commands } from '../../../src/commands/registry.ts'
import { home } from '../../support/sources.ts'
import { cell, code, table } from './command-tables.ts'

/** Where the page stands. */
export const consolePagePath = join(home, 'docs/console-commands.md')

const keyCell = (command: Command): string =>
  keysOf(command, {})
    .map((keys) => code(keyWords(keys)))
    .join(', ')

const rowOf = (command: Command): readonly string[] => [code(syntaxOf(command)), cell(command.title), keyCell(command)]

const inOrder = [...commands].sort((a, b) => a.words.localeCompare(b.words, 'en'))
const offered = (effect: Command['effect']) =>
  table(['command', 'meaning', 'key'], inOrder.filter((each) => !each.hidden && each.effect === effect).map(rowOf))
const keysAlone = inOrder
  .filter(({ hidden, keys }) => hidden && keys !== undefined)
  .map((command) => [keyCell(command), cell(command.title)])

/** The reference of the console's commands, made of the registry. */
export const consolePage = (): string => `# Console commands

All commands of the console, with their arguments and shortcuts. [Console](console.md) explains how to use them. \`npm run console-page\` writes this page, and a test checks that it is up to date.

## Commands that change nothing

${offered('read')}

## Commands that change something

${offered('write')}

## Commands that destroy something

${offered('destroy')}

## Keys of lists, forms and messages

${table(['key', 'meaning'], keysAlone)}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(consolePagePath, consolePage())
