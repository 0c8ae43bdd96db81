import { expect, test } from 'vitest'
import { CommandRefused } from '../../src/commands/core/perform.ts'
import { refusedWith, type ToolAnswer } from '../../src/mcp/answer.ts'
import { actOnce } from '../../src/mcp/once.ts'
import { openSpentCodes, requestOf } from '../../src/mcp/spent-codes.ts'

const refused = (error: unknown): ToolAnswer => refusedWith(String((error as Error).message))
const textOf = ({ content }: ToolAnswer): string => content.map(({ text }) => text).join('\n')
const DONE: ToolAnswer = { content: [{ type: 'text', text: 'Done.' }], parts: { message: 'Done.' } }

const opened = () => {
  const spent = openSpentCodes()
  const acts: string[] = []
  const act = (code: string, request: string, end: () => Promise<ToolAnswer> = async () => DONE) =>
    actOnce(
      { code, request, spent },
      () => {
        acts.push(`${code} ${request}`)
        return end()
      },
      refused,
    )
  return { act, acts, spent }
}

test('the same call with the same code gets the answer of the first, which acts alone', async () => {
  const { act, acts } = opened()
  expect(await act('A', 'delete')).toBe(DONE)
  expect(textOf(await act('A', 'delete'))).toMatch(/nothing was done now\. Its call answered:\nDone\.$/)
  expect(textOf(await act('A', 'another'))).toMatch(/has confirmed another call/)
  expect(await act('B', 'delete')).toBe(DONE)
  expect(acts).toEqual(['A delete', 'B delete'])
})

test('a call that comes while the first is carried out does nothing', async () => {
  const { act, acts } = opened()
  let end: (answer: ToolAnswer) => void = () => {}
  const first = act('A', 'delete', () => new Promise((resolve) => (end = resolve)))
  expect(textOf(await act('A', 'delete'))).toMatch(/still being carried out/)
  end(DONE)
  expect(await first).toBe(DONE)
  expect(acts).toHaveLength(1)
})

test('a refused act uses its code up; one that the server did not answer may be tried again', async () => {
  const { act, acts } = opened()
  await expect(act('A', 'x', () => Promise.reject(new CommandRefused('No.')))).rejects.toThrow('No.')
  expect(textOf(await act('A', 'x'))).toMatch(/Its call answered:\nNo\.$/)
  const lost = new CommandRefused('No answer.', { isUnanswered: true })
  await expect(act('B', 'x', () => Promise.reject(lost))).rejects.toThrow('No answer.')
  expect(await act('B', 'x')).toBe(DONE)
  expect(acts).toEqual(['A x', 'B x', 'B x'])
})

test('a call is the same however its arguments are ordered', () => {
  expect(requestOf('a', { x: 1, y: [2] })).toBe(requestOf('a', { y: [2], x: 1 }))
  expect(requestOf('a', { x: 1 })).not.toBe(requestOf('b', { x: 1 }))
  expect(requestOf('a', { x: 1 })).not.toBe(requestOf('a', { x: 2 }))
})
