import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventReader } from '../../src/domain/core/event-stream.ts'

const text =
  ': hello\n\nid: 1\nevent: message\ndata: {"a":1}\n\nid: 2\r\ndata: one\r\ndata: two\r\n\r\n: still here\nid: 3\n\ndata: last\n\n'
const events = [
  { event: 'message', data: '{"a":1}', id: '1' },
  { event: 'message', data: 'one\ntwo', id: '2' },
  { event: 'message', data: '', id: '3' },
  { event: 'message', data: 'last', id: '3' },
]

test('events are read whole, however the stream was cut', () => {
  expect(eventReader()(text)).toEqual(events)
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const read = eventReader()
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length]
      const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
      expect(pieces.flatMap((piece) => read(piece))).toEqual(events)
    }),
  )
})

test('an event that is not over is not given', () => {
  const read = eventReader()
  expect(read('id: 9\ndata: half')).toEqual([])
  expect(read('\n')).toEqual([])
  expect(read('\n')).toEqual([{ event: 'message', data: 'half', id: '9' }])
})
