import { connect } from 'node:net'

/**
 * Asks for a page again and again, as a browser does that reloads it, over connections that stay open. Arguments: address, connections,
 * seconds. Prints the number of whole answers. Any other status than 200 ends it.
 */
const [address = '', connections = '1', seconds = '1'] = process.argv.slice(2)
const { hostname, port, pathname } = new URL(address)
const asked = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: gzip, br\r\n\r\n`)
const HEAD_END = Buffer.from('\r\n\r\n')
const endsAt = performance.now() + Number(seconds) * 1000

let answers = 0

const visit = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(asked))
    socket.setNoDelay(true)
    let kept: Buffer = Buffer.alloc(0)
    let missing = -1
    socket.on('data', (piece: Buffer) => {
      if (missing < 0) {
        kept = kept.length === 0 ? piece : Buffer.concat([kept, piece])
        const end = kept.indexOf(HEAD_END)
        if (end < 0) return
        const head = kept.toString('latin1', 0, end).toLowerCase()
        if (!head.startsWith('http/1.1 200')) return reject(new Error(head))
        missing = Number(/content-length: (\d+)/.exec(head)?.[1]) - (kept.length - end - HEAD_END.length)
        kept = Buffer.alloc(0)
      } else missing -= piece.length
      if (missing > 0) return
      answers++
      missing = -1
      if (performance.now() < endsAt) socket.write(asked)
      else {
        socket.destroy()
        resolve()
      }
    })
    socket.on('error', reject)
  })

await Promise.all(Array.from({ length: Number(connections) }, visit))
console.log(answers)
