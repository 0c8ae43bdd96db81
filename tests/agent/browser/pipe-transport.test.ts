import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { pipeTransport } from '../../../src/agent/browser/pipe-transport.ts'

test('what the driver does on a message is done before the next one, also when they come in one piece or split', async () => {
  const from = new PassThrough()
  const transport = pipeTransport(new PassThrough(), from)
  const order: string[] = []
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      order.push('closed')
      resolve()
    }
  })
  transport.onmessage = (message) => {
    const name = JSON.stringify(message)
    order.push(name)
    void Promise.resolve()
      .then(() => {})
      .then(() => order.push(`after ${name}`))
  }
  from.write('{"a":1}\0{"b":"é')
  from.write('"}\0{"c":3}\0')
  from.end()
  await Promise.all([closed, once(from, 'close')])
  const messages = ['{"a":1}', '{"b":"é"}', '{"c":3}']
  expect(order).toEqual([...messages.flatMap((name) => [name, `after ${name}`]), 'closed'])
})
