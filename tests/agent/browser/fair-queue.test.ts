import { expect, test } from 'vitest'
import { FairQueue } from '../../../src/agent/browser/fair-queue.ts'

test('a project with many tests lets another one have its turn, and no more run than may', async () => {
  const queue = new FairQueue(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (project: number, name: string) =>
    queue.run(project, () => {
      begun.push(name)
      return new Promise<void>((resolve) => {
        ends.push(resolve)
      })
    })
  const runs = [run(1, 'a1'), run(1, 'a2'), run(1, 'a3'), run(1, 'a4'), run(2, 'b1')]
  expect(begun).toEqual(['a1', 'a2'])
  for (const expected of ['b1', 'a3', 'a4']) {
    ends.shift()?.()
    // One turn of the event loop lets the next one begin.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(begun.at(-1)).toBe(expected)
  }
  for (const end of ends) end()
  await Promise.all(runs)
})
