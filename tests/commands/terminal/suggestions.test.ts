import { expect, test } from 'vitest'
import { LOCAL } from '../../../src/cli/local-commands.ts'
import { nearFlags } from '../../../src/cli/near-words.ts'
import { OTHER_LINES, OTHER_VERBS } from '../../../src/cli/other-words.ts'
import { unknownCommand } from '../../../src/cli/unknown-command.ts'
import { phraseIn } from '../../../src/commands/core/line/phrase.ts'
import { tokensOf } from '../../../src/commands/core/line/tokens.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { refusalOf } from '../../../src/commands/headless/headless.ts'
import { openMany } from '../core/many-monitors.ts'

test.each([
  ['lst monitors', 'Did you mean list monitors'],
  ['list montiors', 'Did you mean list monitors?'],
  ['list monitor', 'Did you mean list monitors?'],
  ['show monitr checkout', 'Did you mean show monitor?'],
  ['describe monitr checkout', 'Did you mean describe monitor?'],
  ['get monitor checkout', 'Did you mean show monitor?'],
  ['get monitors', 'Did you mean list monitors?'],
  ['run chekout', 'Did you mean run monitor chekout, run workflow chekout?'],
  ['wath address https://shop.example', 'Did you mean watch address?'],
  ['undoo', 'Did you mean undo?'],
  ['sevre', 'Did you mean serve?'],
  ['remove monitor checkout', 'Did you mean delete monitor?'],
  ['rm monitors checkout', 'Did you mean delete monitor?'],
  ['ls schedules', 'Did you mean list schedules?'],
  ['ls', 'Did you mean list monitors?'],
  ['ps', 'Did you mean list monitors?'],
  ['monitor list', 'Did you mean list monitors?'],
  ['monitors', 'Did you mean list monitors?'],
  ['monitor run checkout', 'Did you mean run monitor?'],
  ['view monitor checkout', 'Did you mean show monitor?'],
  ['edit monitor checkout', 'needs the web app: it changes what a screen shows. Did you mean change monitor?'],
  ['login', 'Did you mean sign-in?'],
  ['auth login', 'Did you mean sign-in, whoami?'],
  ['logout', 'Did you mean sign-out?'],
  ['logs', 'Did you mean list results, watch?'],
  ['logs checkout', 'Did you mean list results, watch?'],
  ['version', 'Did you mean --version?'],
  ['status', 'Did you mean list monitors, list incidents, whoami?'],
  ['top', 'Did you mean list monitors --watch, watch?'],
  ['whomai', 'Did you mean whoami?'],
  ['stop schedule nightly', 'Did you mean pause schedule?'],
  ['pause monitor checkout', 'There are pause '],
  ['get pods', 'There are get '],
  ['delete', '“delete” needs a noun: delete monitor, '],
  ['describe', '“describe” needs a noun: describe monitor, '],
  ['frobnicate', 'sonde --help lists the commands.'],
])('%s is refused with the command that may be meant', (line, sentence) => {
  expect(unknownCommand(line.split(' ')).message).toContain(sentence)
})

test('every command that is suggested for a word of other programs is one', () => {
  const lines = [...Object.values(OTHER_LINES)].flat().filter((line) => !line.startsWith('--'))
  const isKnown = (line: string) =>
    Object.hasOwn(LOCAL, line.split(' ')[0] ?? '') || phraseIn(tokensOf(line), headlessCommands) !== null
  expect(lines.filter((line) => !isKnown(line))).toEqual([])
  const verbs = new Set(headlessCommands.map(({ words }) => words.split(' ')[0]))
  const known = (verb: string) => verbs.has(verb) || Object.hasOwn(LOCAL, verb)
  expect(
    Object.values(OTHER_VERBS)
      .flat()
      .filter((verb) => !known(verb)),
  ).toEqual([])
})

test('a flag is suggested only where a slip or two lead to it', () => {
  const flags = ['--help', '--search', '--limit', '--request-timeout']
  expect(nearFlags('--skip', flags)).toEqual([])
  expect(nearFlags('--serch', flags)).toEqual(['--search'])
  expect(nearFlags('--timeout', flags)).toEqual(['--request-timeout'])
})

test('a word too many after a name says that several names have commas between them', async () => {
  const { world } = await openMany(['okay', 'error'])
  const told = async (line: string) => refusalOf(await world.read(line), world.world)
  expect(await told('run monitor okay error')).toBe(
    'Unexpected word “error”. Several monitors have commas between them: …,error.',
  )
  expect(await told('list tags error')).toMatch(/^Unexpected word “error”\. More is given by/)
})
