import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import * as http2 from './http2-frames.ts'
import { FAILED, flood, good, outcome, says, saysAndStays, slow, TIMEOUT } from './outcome.ts'

describe('A server with HTTP/2 that', () => {
  const { frame, field, goaway, headers, reset } = http2
  const huge = (fields: number) => Array.from({ length: fields }, (_, index) => field(`x-${index}`, 'y'.repeat(1_000)))
  const cases: [string, (socket: Socket) => void, string, object?][] = [
    [
      'ends the connection with an error before the answer',
      (socket) => void socket.write(goaway(11)),
      'the server ended the HTTP/2 connection while waiting for the response (GOAWAY ENHANCE_YOUR_CALM)',
    ],
    [
      'ends the connection with an error within the body',
      (socket) =>
        void socket.write(Buffer.concat([headers(), frame(http2.DATA, 0, 1, Buffer.from('abc')), goaway(2, 1)])),
      'the server ended the HTTP/2 connection while reading the response (GOAWAY INTERNAL_ERROR)',
    ],
    [
      'takes no more requests',
      (socket) => void socket.write(goaway(0)),
      'the server ended the HTTP/2 connection while waiting for the response (GOAWAY NO_ERROR)',
    ],
    [
      'refuses the stream',
      (socket) => void socket.write(reset(7)),
      'the server reset the HTTP/2 stream while waiting for the response (RST_STREAM REFUSED_STREAM)',
    ],
    [
      'cancels the stream',
      (socket) => void socket.write(reset(8)),
      'the server reset the HTTP/2 stream while waiting for the response (RST_STREAM CANCEL)',
    ],
    [
      'requires HTTP/1.1',
      (socket) => void socket.write(reset(13)),
      'the server reset the HTTP/2 stream while waiting for the response (RST_STREAM HTTP_1_1_REQUIRED)',
    ],
    [
      'resets the stream within the body',
      (socket) => void socket.write(Buffer.concat([headers(), frame(http2.DATA, 0, 1, Buffer.from('abc')), reset(2)])),
      'the server reset the HTTP/2 stream while reading the response (RST_STREAM INTERNAL_ERROR)',
    ],
    [
      'resets the stream without an error',
      (socket) => void socket.write(Buffer.concat([headers(), reset(0)])),
      'the server reset the HTTP/2 stream while reading the response (RST_STREAM NO_ERROR)',
    ],
    [
      'closes the connection',
      (socket) => void socket.destroy(),
      'empty reply: the server closed the connection without an answer',
    ],
    [
      'closes the connection within the body',
      (socket) => void socket.end(headers()),
      'response cut short: the connection closed before the end of the body',
    ],
    [
      'sends data before the headers',
      (socket) => void socket.write(frame(http2.DATA, 0, 1, Buffer.from('abc'))),
      'malformed response: it breaks the HTTP/2 protocol (PROTOCOL_ERROR)',
    ],
    [
      'sends a frame that is too long',
      (socket) => void socket.write(frame(http2.HEADERS, http2.END_HEADERS, 1, Buffer.alloc(20_000))),
      'malformed response: it breaks the HTTP/2 protocol (FRAME_SIZE_ERROR)',
    ],
    [
      'sends headers that cannot be decoded',
      (socket) =>
        void socket.write(frame(http2.HEADERS, http2.END_HEADERS, 1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))),
      'malformed response: it breaks the HTTP/2 protocol (COMPRESSION_ERROR)',
    ],
    ...(
      [
        ['a name with capital letters', [field('X-A', 'b')]],
        ['a header of HTTP/1.1', [field('connection', 'close')]],
        ['a line break in a header', [field('x-a', 'b\r\nx-c: d')]],
        ['its status twice', [http2.OK]],
        ['a field of a request', [field(':path', '/')]],
      ] as const
    ).map(([what, fields]): (typeof cases)[number] => [
      `sends ${what}`,
      (socket) => void socket.write(headers(...fields)),
      'malformed response: it breaks the HTTP/2 protocol (PROTOCOL_ERROR)',
    ]),
    ...(
      [
        ['a frame of another stream', frame(http2.DATA, 0, 3, Buffer.from('abc')), 'PROTOCOL_ERROR'],
        ['a push', frame(5, http2.END_HEADERS, 1, Buffer.from([0, 0, 0, 2, 0x82])), 'PROTOCOL_ERROR'],
        ['a padding without end', frame(http2.DATA, 8, 1, Buffer.from([9, 1, 2])), 'PROTOCOL_ERROR'],
        ['settings of a stream', frame(http2.SETTINGS, 0, 1), 'PROTOCOL_ERROR'],
        ['half a setting', frame(http2.SETTINGS, 0, 0, Buffer.alloc(5)), 'FRAME_SIZE_ERROR'],
        ['a window of nothing', frame(8, 0, 0, Buffer.alloc(4)), 'PROTOCOL_ERROR'],
        ['windows that are too large', frame(8, 0, 1, Buffer.from([127, 255, 255, 255])), 'FLOW_CONTROL_ERROR'],
        ['a short ping', frame(http2.PING, 0, 0, Buffer.alloc(7)), 'FRAME_SIZE_ERROR'],
        [
          'a frame within its headers',
          Buffer.concat([frame(http2.HEADERS, 0, 1), frame(http2.PING, 0, 0, Buffer.alloc(8))]),
          'PROTOCOL_ERROR',
        ],
        ['headers that nothing precedes', frame(http2.CONTINUATION, http2.END_HEADERS, 1, http2.OK), 'PROTOCOL_ERROR'],
        ['trailers that end nothing', frame(http2.HEADERS, http2.END_HEADERS, 1, field('x', 'y')), 'PROTOCOL_ERROR'],
      ] as const
    ).map(([what, bytes, code]): (typeof cases)[number] => [
      `sends ${what} after its headers`,
      (socket) => void socket.write(Buffer.concat([headers(), bytes])),
      `malformed response: it breaks the HTTP/2 protocol (${code})`,
    ]),
    [
      'sends fewer bytes than it says',
      (socket) =>
        void socket.write(
          Buffer.concat([
            headers(field('content-length', '5')),
            frame(http2.DATA, http2.END_STREAM, 1, Buffer.from('abc')),
          ]),
        ),
      'malformed response: it breaks the HTTP/2 protocol (PROTOCOL_ERROR)',
    ],
    [
      'switches to another protocol',
      (socket) =>
        void socket.write(
          frame(http2.HEADERS, http2.END_HEADERS, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('101')])),
        ),
      'malformed response: it breaks the HTTP/2 protocol (PROTOCOL_ERROR)',
    ],
    [
      'sends a long entry of its table again and again',
      (socket) => {
        const stored = Buffer.concat([Buffer.from('4001617f811e', 'hex'), Buffer.alloc(3_968, 'x')])
        socket.write(headers(stored, Buffer.alloc(900, 0xbe)))
      },
      'malformed response: its headers are larger than 65536 bytes',
    ],
    [
      'answers in HTTP/1.1',
      says('HTTP/1.1 200 OK\r\n\r\n'),
      'malformed response: it breaks the HTTP/2 protocol (FRAME_SIZE_ERROR)',
    ],
    [
      'sends huge headers',
      (socket) => {
        const [first = Buffer.alloc(0), ...rest] = Array.from({ length: 6 }, (_, part) =>
          Buffer.concat(huge(15).slice(0, 15 - (part % 2))),
        )
        socket.write(
          Buffer.concat([
            frame(http2.HEADERS, 0, 1, Buffer.concat([http2.OK, first])),
            ...rest.map((part, index) =>
              frame(http2.CONTINUATION, index === rest.length - 1 ? http2.END_HEADERS : 0, 1, part),
            ),
          ]),
        )
      },
      'malformed response: its headers are larger than 65536 bytes',
    ],
    [
      'never ends its headers',
      (socket) => {
        socket.write(frame(http2.HEADERS, 0, 1, http2.OK))
        flood(socket, frame(http2.CONTINUATION, 0, 1, field('x', 'y')))
      },
      'malformed response: its headers never end',
    ],
    [
      'sends too many headers',
      (socket) => void socket.write(headers(...Array.from({ length: 2_000 }, () => field('x', 'y')))),
      'malformed response: it has too many headers',
    ],
    [
      'floods with PING',
      (socket) => flood(socket, frame(http2.PING, 0, 0, Buffer.alloc(8))),
      'malformed response: the server floods the connection with PING frames',
    ],
    [
      'floods with SETTINGS',
      (socket) => flood(socket, frame(http2.SETTINGS, 0, 0)),
      'malformed response: the server floods the connection with SETTINGS frames',
    ],
    [
      'floods with empty DATA',
      (socket) => {
        socket.write(headers())
        flood(socket, frame(http2.DATA, 0, 1))
      },
      'malformed response: the server floods the connection with empty frames',
    ],
    [
      'never ends its body',
      (socket) => {
        socket.write(headers())
        flood(socket, frame(http2.DATA, 0, 1, Buffer.alloc(16_384)))
      },
      'body too large: more than 64 MiB',
    ],
    ['does not answer', () => {}, `timed out after ${TIMEOUT} ms while waiting for the response`, slow],
    [
      'stops within the body',
      saysAndStays(Buffer.concat([headers(), frame(http2.DATA, 0, 1, Buffer.from('abc'))])),
      `timed out after ${TIMEOUT} ms while reading the response`,
      slow,
    ],
  ]
  test.each(cases)('%s', async (_, answer, sentence, call) => {
    const port = await http2.http2ByHand(good, answer)
    expect(await outcome('https', port, call)).toMatchObject({ ...FAILED, sentence })
  })
})
