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
export const consolePagePath = join(home, 'docs/console.md')

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

/** The page about the console; its tables are made of the registry. */
export const consolePage = (): string => `# Console

Everything a person can do is a command. The console finds and runs them: open it with \`Ctrl+K\` (\`⌘K\`), or with _Search or run a command_ in the top bar, on phones with the magnifier there. The tables of this page are written from the commands by \`npm run console-page\`, and a test holds that they are up to date.

## In a minute

1. **Find.** Type part of a name or of a command: \`check\` finds the monitor “Checkout”, \`run\` the commands that run. Rows show method, host, path and tags of a monitor, its environment, and the end of its id where even these are the same. Lines that you use often or lately, and the objects in them, go first; they are remembered for each project, on this device.
2. **Answer.** Choose _Run monitor_, and the console asks which one, then from where. Backspace in the empty field goes back a step. The line below says what could have been typed.
3. **Type.** \`run monitor checkout --location aws-use1\` and Enter is the same. Tab completes; words with spaces stand in quotes; a list has commas. What is wrong is marked and named with the nearest right word, and nothing runs until it is corrected.
4. **Several at once.** \`pause schedule nightly,weekly\` pauses both. With rows selected in a list, a command without a name is about them.
5. **Undo.** \`z\`, or _Undo_ in the message, undoes the last command where that is possible.
6. **Ask.** \`? run monitor\` explains a command and its arguments, with an example; \`?\` alone lists the shortcuts.

Names are those of the open project. Up to 1 000 objects of a kind are loaded to choose from; where a project has more, the server searches while you type, so that the 50 000th monitor is found like the first. If it does not answer, the console says that not all names were searched.

## What is permanent

A command that destroys something shows what it touches, by name, and what follows from it. It asks for a word: the object's name, or the number of objects (\`3-monitors\`). \`--confirm WORD\` at the end of a line confirms beforehand. Where nothing is lost that could not be made again, a press is enough, and the focus begins at _Keep it_.

## Shortcuts

Single letters are shortcuts outside of text fields, \`g\` and a letter goes to a screen. \`set single-keys false\` switches single letters off.

Each can be changed under _Settings_ → _Keyboard_ (\`/settings/keyboard\`), or in a line:

\`\`\`text
rebind key "run monitor"
rebind key "run monitor" --keys "g 1"
unbind key "delete monitor"
reset keys
\`\`\`

A shortcut is a key, a key with Shift, or with Ctrl (\`Mod+\` in a line: ⌘ on a Mac), or two one after the other. A conflict is named at once: \`g m is the shortcut of “Monitors” (open monitors)\`; choose another, or unbind that (\`--replace\`). Keys that browsers keep for themselves are refused, and those that browsers have a use for are warned of. Buttons, menus, tooltips, the list behind \`?\` and the rows of the console show your shortcuts. They are stored with your account.

## In a terminal

Commands that need no screen work in a terminal, too, with \`list\`, \`show\` and \`get\` for all data: [terminal](terminal.md).

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
