import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { entryBytes } from '../bench/web-bytes.ts'
import { openPrograms } from '../support/built-programs.ts'

const MOST_KB = 120

test('the scripts that the page itself names are within their budget, compressed', async () => {
  const { server } = await openPrograms()
  const said: string[] = []
  const [scripts] = entryBytes(join(dirname(dirname(server)), 'web'), (line) => said.push(line))
  expect(scripts?.value, said.join('\n')).toBeLessThan(MOST_KB)
})
