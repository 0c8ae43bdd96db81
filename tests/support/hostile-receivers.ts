import type { Socket } from 'node:net'

type Hostile = (socket: Socket) => void

const says =
  (text: string): Hostile =>
  (socket) =>
    void socket.write(text)

const repeats =
  (text: string): Hostile =>
  (socket) => {
    const more = (): unknown =>
      socket.destroyed || (socket.write(text) ? setImmediate(more) : socket.once('drain', more))
    more()
  }

/** A request with a deadline of less than a second that has not ended by then never will. */
export const NEVER_MS = 15_000

/** Receivers that give no answer, or none that ends. Each acts once it has the head of a request. */
export const hostileReceivers: Readonly<Record<string, Hostile>> = {
  'switches protocols unasked': says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'switches protocols and hangs up': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'answers 101 without naming a protocol': says('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'asks for an upgrade and stalls': says(
    'HTTP/1.1 426 Upgrade Required\r\nUpgrade: x\r\nConnection: Upgrade\r\nContent-Length: 9\r\n\r\n',
  ),
  'announces an answer and gives none': says('HTTP/1.1 102 Processing\r\n\r\n'),
  'sends interim answers without end': repeats('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(100)),
  'sends headers without end': repeats(`X-${'a'.repeat(500)}: b\r\n`),
  'stops within its headers': says('HTTP/1.1 200 OK\r\nContent-Le'),
  'stops within its body': says('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nok'),
  'stops within the body of a refusal': says('HTTP/1.1 500 Oops\r\nContent-Length: 20\r\n\r\nok'),
  'stops within a chunk': says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nok'),
  'hangs up within its body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nok'),
  'hangs up without a word': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'says nothing': () => {},
  'speaks another protocol': says('220 mail.example ESMTP\r\n\r\n'),
}
