import { closestTo } from '../../src/commands/core/line/closest.ts'
import { matchesOf } from '../../src/commands/core/line/match.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../src/commands/core/line/suggest.ts'
import { slugOf } from '../../src/commands/core/naming.ts'
import { formPairs } from '../../src/views/monitors/body-mode.ts'
import { jsonProblem } from '../../src/views/monitors/json-problem.ts'
import { highlight } from '../../src/views/parts/text/highlight.ts'
import { exampleWorld } from '../commands/world.ts'
import { type Reader, reader } from './reader.ts'

const KEPT_BODY = 262_144
const { world } = exampleWorld()
const names = Array.from({ length: 2_000 }, (_, index) => `${'a'.repeat(380)} ${index}`)
const searchable = names.map((name) => ({ item: name, texts: [name, name.slice(0, 20)] as const }))

/** Those of the console and of the page. */
export const TYPED_READERS: readonly Reader[] = [
  reader('a line', 100_000, (text) => readLine(text, world), {
    frames: [
      ['', ''],
      ['create monitor ', ''],
      ['run monitor ', ''],
      ['set tags ', ''],
      ['run monitor checkout-capture-payment --context ', ''],
    ],
    units: ['--tag a ', '--context a=b ', '--header a=b ', 'aws-use1,', 'Twin ', 'Checkout ', '"a" ', '--no-a '],
  }),
  reader('a line that is typed', 20_000, (text) => suggestionsFor(text, world), {
    frames: [
      ['', ''],
      ['run monitor ', ''],
      ['run monitor ', '"'],
    ],
    units: ['Twin ', 'a b '],
  }),
  reader('a search among names', 4_096, (text) => matchesOf(text, searchable, 50)),
  reader('a slip in a name', 4_096, (text) => [closestTo(text, names), slugOf(text)]),
  ...(['json', 'http', 'html', 'text'] as const).map((language) =>
    reader(`a ${language} text in colours`, 200_000, (text) => highlight(text, language), {
      frames: [
        ['', ''],
        ['<a "', ''],
      ],
      units: ['""', "''", '" "', '\\', '__A_', '<', '&a', '{{ a', '"a": '],
    }),
  ),
  reader('a body that is typed', KEPT_BODY, (text) => [jsonProblem(text), formPairs(text)], {
    frames: [
      ['', ''],
      ['{"a":', ''],
      ['"', ''],
    ],
    units: ['[', 'a=b&'],
  }),
]
