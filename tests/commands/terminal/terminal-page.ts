import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { FLAGS } from '../../../src/cli/flags.ts'
import { syntaxOf } from '../../../src/cli/help.ts'
import { LOCAL } from '../../../src/cli/local-commands.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { home } from '../../support/sources.ts'
import { cell, code, table } from './command-tables.ts'

/** Where the page stands. */
export const pagePath = join(home, 'docs/terminal.md')

const locals = Object.entries(LOCAL).map(([words, { about, syntax }]) => [
  code(syntax === undefined ? words : `${words} ${syntax}`),
  cell(about),
])
const flags = Object.entries<{ readonly value?: string; readonly about: string }>(FLAGS).map(
  ([name, { value, about }]) => [code(`--${name}${value === undefined ? '' : ` ${value}`}`), cell(about)],
)
const codes = Object.values(EXIT_CODES).map(({ code: number, about }) => [String(number), cell(about)])
const commands = [...headlessCommands]
  .sort((a, b) => a.words.localeCompare(b.words, 'en'))
  .map((command) => [code(syntaxOf(command)), cell(command.title)])

/** The page about the terminal; its tables are made of the registry. */
export const terminalPage = (): string => `# Terminal

The commands of the web app’s console work in a terminal and in CI. The tables of this page are written from the commands by \`node --import tsx tests/commands/terminal/terminal-page.ts\`, and a test holds that they are up to date.

## Install

The server hands out the program as one file. The page _Terminal_ of the account menu (\`/terminal\`) gives these lines with its address and checksum:

\`\`\`sh
curl -fsSO https://sonde.example.com/cli/sonde.mjs
curl -fsS https://sonde.example.com/cli/sonde.mjs.sha256 | sha256sum -c
install -D -m 755 sonde.mjs ~/.local/bin/sonde
\`\`\`

It needs Node.js 20.20 or newer and nothing beside it. On a server’s own installation, \`node src/cli/start.mjs\` is the same program; \`serve\`, \`agent\`, \`backup\`, \`restore\`, \`demo\` and \`audit verify\` start the installation’s programs there.

## Sign in

\`sonde sign-in https://sonde.example.com\` prints an address and a code. Open the address in a browser, check the account, and type the last four letters of the code (device authorization grant, RFC 8628). \`/device\` is a short address of the same page. A code is valid for 10 minutes and for one sign-in; entering codes is limited; the sign-in stands in the audit log and among your sessions, and ends there or with \`sonde sign-out\`.

\`sonde sign-in URL --key\` asks for an API key instead, or reads it from standard input. It is the only way where an Auth0 tenant signs people in. In CI, set \`SONDE_URL\` and \`SONDE_API_KEY\`: nothing is stored.

Sign-ins are stored in \`$XDG_CONFIG_HOME/sonde/credentials.json\` (\`~/.config\` by default) with mode 0600. Access tokens last an hour and are renewed. Commands go to the server of the last sign-in, unless \`--server\` or \`SONDE_URL\` names another, and to its project: \`--project\`, else \`SONDE_PROJECT\`, else the one of \`sonde switch project NAME\`, else your default project, else the one that was open last.

## Lines

A line is one of the console, with its arguments in order and its flags anywhere. Names are ids, slugs or names: \`checkout-capture-payment\` is “Checkout · capture payment”. A name that means several things is refused with their ids. Lists are written with commas, variables as \`--set NAME=value\`. On a terminal, a missing argument is asked for.

\`\`\`sh
sonde list results --result-category FAIL --limit 20
sonde run monitor checkout --wait --timeout 120
sonde pause schedule nightly,weekly
sonde list monitors --tag old --jsonl | sonde tag monitor - --tags archived
sonde create token … --access-token - < token.txt
\`\`\`

- \`-\` as a name is read from standard input: a name on each line, rows of \`--jsonl\`, or an array of \`--json\`. As the value of a flag it is all of the input, so that a secret is in no process list.
- After \`--\`, nothing is a flag.
- What is permanent shows what it touches and asks for its word; without a terminal it needs \`--yes\`, or \`--confirm WORD\` as in the console.
- Commands that change what a screen shows are not here: \`open\`, filters of a page, forms.

## Output

Data goes to standard output, messages and questions to standard error. Lists are tables on a terminal and lines with tabs elsewhere, beginning with the names of the columns. \`list\` shows 100 rows and says when there are more. \`--json\` prints an array of rows, an object, or for a command that does something \`{ messages, runs, answers, secrets, url }\`; \`--jsonl\` prints a row a line. Control characters in names are replaced. \`NO_COLOR\` switches colours off.

\`sonde watch\` prints each result as it comes, and resumes after an interruption where it stopped.

## CI

\`\`\`sh
export SONDE_URL=https://sonde.example.com SONDE_API_KEY=…
node sonde.mjs run monitor checkout,login --wait --junit sonde.xml
\`\`\`

It exits with 1 if a run fails or is not over in time (\`--timeout\`, 600 s by default), with \`--strict\` also on SLOW and WARNING; with 5 if the server goes away before the result is known. The JUnit report has a test case for each run with the conditions that failed.

## Exit codes

${table(['code', 'meaning'], codes)}

## Flags of every command

${table(['flag', 'meaning'], flags)}

## Completion

\`\`\`sh
eval "$(sonde completion bash)"    # in ~/.bashrc
eval "$(sonde completion zsh)"     # in ~/.zshrc, after compinit
sonde completion fish | source     # in ~/.config/fish/config.fish
\`\`\`

Commands, flags, choices and names are completed; names are asked of the server.

## Commands of the terminal alone

${table(['command', 'meaning'], locals)}

## Commands

\`list\`, \`show\` and \`get\` are derived from the kinds and the endpoints that read. All others are those of the console.

${table(['command', 'meaning'], commands)}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pagePath, terminalPage())
