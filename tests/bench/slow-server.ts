import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createForwarder } from 'node:net'
import { certificate } from '../agent/certificate.ts'
import { DELAY } from './delays.ts'

/** A TLS server with known delays, behind a forwarder that delays the first TLS bytes. Prints the forwarder's port. */
/** Runs at a time with microsecond accuracy: a timer alone is up to a millisecond late, which is what we measure. */
const after = (ms: number, then: () => void): void => {
  const untilMs = performance.now() + ms
  const spin = () => {
    if (performance.now() >= untilMs) then()
    else setImmediate(spin)
  }
  setTimeout(spin, Math.max(0, ms - 3))
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

const made = certificate({ subject: 'slow.example', names: ['slow.example'] })
const server = createServer({ cert: made.cert, key: made.key }, (_, response) => {
  after(DELAY.processing, () => {
    response.writeHead(200, { 'content-length': 4 })
    response.write('ab')
    after(DELAY.download, () => response.end('cd'))
  })
})

const forwarder = createForwarder((near) => {
  near.setNoDelay(true)
  near.on('error', () => {})
  near.once('data', (hello) => {
    near.pause()
    after(DELAY.handshake, () => {
      const far = connect({ port: portOf(server), host: '127.0.0.1', noDelay: true })
      far.write(hello)
      near.pipe(far).pipe(near)
      far.on('error', () => near.destroy())
    })
  })
})
server.listen(0, '127.0.0.1', () => forwarder.listen(0, '127.0.0.1', () => console.log(portOf(forwarder))))
