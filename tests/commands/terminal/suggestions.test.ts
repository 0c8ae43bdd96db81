import { expect, test } from 'vitest'
import { unknownCommand } from '../../../src/cli/unknown-command.ts'

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
  ['get pods', 'There are get '],
  ['delete', '“delete” needs a noun: delete monitor, '],
  ['describe', '“describe” needs a noun: describe monitor, '],
  ['frobnicate', 'sonde --help lists the commands.'],
])('%s is refused with the command that may be meant', (line, sentence) => {
  expect(unknownCommand(line.split(' ')).message).toContain(sentence)
})
