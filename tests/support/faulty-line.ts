import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that a test breaks and mends. */
export type FaultyLine = {
  readonly url: string
  /** Resets every connection, and each new one at once. */
  cut(): void
  /** Carries nothing any more: connections stay open, new ones are accepted, and nothing is answered. */
  hang(): void
  /** Carries nothing any more of the connections that are open; new ones work. */
  freeze(): void
  /** Works again; what hung before is reset. */
  mend(): void
  close(): void
}

/** Opens a line to a port of this machine; `port` is asked for at each connection. */
export const openFaultyLine = async (port: () => number): Promise<FaultyLine> => {
  let state: 'whole' | 'cut' | 'hung' = 'whole'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const freeze = (): void => {
    for (const socket of sockets) {
      socket.unpipe()
      socket.pause()
    }
  }
  const server = createServer((incoming) => {
    keep(incoming)
    if (state === 'cut') return void incoming.resetAndDestroy()
    if (state === 'hung') return void incoming.pause()
    const onward = keep(connect(port(), '127.0.0.1'))
    incoming.pipe(onward).pipe(incoming)
    incoming.on('close', () => onward.destroy())
    onward.on('close', () => incoming.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has such an address.
  const address = server.address() as AddressInfo
  return {
    url: `http://localhost:${address.port}`,
    cut() {
      state = 'cut'
      reset()
    },
    hang() {
      state = 'hung'
      freeze()
    },
    freeze,
    mend() {
      state = 'whole'
      reset()
    },
    close() {
      server.close()
      reset()
    },
  }
}
