import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { forward, forwardingAgent } from './forward.ts'
import { type NetworkOptions, RunNetwork } from './run-network.ts'

/** User name of the credential; the password tells the runs apart. */
export const PROXY_USER = 'run'

const ASKS_CREDENTIAL = 'Basic realm="browser test"'
const TUNNEL_IS_OPEN = 'HTTP/1.1 200 Connection established\r\n\r\n'
const NO_TUNNEL = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const NO_CREDENTIAL = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${ASKS_CREDENTIAL}\r\nContent-Length: 0\r\n\r\n`

/** A host and port, as a CONNECT request names them. */
const PLACE = /^(?:[\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i

const passwordIn = ({ headers }: IncomingMessage): string => {
  const credential = headers['proxy-authorization']?.split(' ')[1] ?? ''
  return Buffer.from(credential, 'base64')
    .toString()
    .slice(PROXY_USER.length + 1)
}

const addressOf = (server: Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address
}

/**
 * The only way from Chromium to the network: a proxy on loopback that resolves each host, checks each address with the guard of calls, and
 * connects to no other. Each run enters with a credential of its own, so no other process of this machine can use it, and what a run
 * opened ends with it.
 */
export class CheckingProxy {
  readonly #server: Server
  readonly #options: NetworkOptions
  readonly #runs = new Map<string, RunNetwork>()
  readonly #clients = new Set<Duplex>()

  private constructor(options: NetworkOptions) {
    this.#options = options
    this.#server = createServer()
    this.#server.on('connection', (socket: Socket) => {
      this.#clients.add(socket)
      socket.on('close', () => this.#clients.delete(socket))
      socket.on('error', () => {})
    })
    this.#server.on('connect', (request, client, head) => void this.#tunnel(request, client, head))
    // Chromium opens a tunnel for WebSockets, so an upgrade within the proxy is not its own.
    this.#server.on('upgrade', (_, client) => client.destroy())
    this.#server.on('clientError', (_, client) => client.destroy())
    this.#server.on('request', (request, response) => {
      const network = this.#runs.get(passwordIn(request))
      if (network) return void forward(request, response, network, this.#agentOf(network))
      response.writeHead(407, { 'proxy-authenticate': ASKS_CREDENTIAL, 'content-length': 0 })
      response.end()
    })
    // Pages may wait as long as their run may.
    this.#server.requestTimeout = 0
  }

  static async open(options: NetworkOptions): Promise<CheckingProxy> {
    const proxy = new CheckingProxy(options)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  get port(): number {
    return addressOf(this.#server).port
  }

  /** Admits a run; `leave` ends all of its connections. */
  admit(): { network: RunNetwork; leave: () => void } {
    const network = new RunNetwork(this.#options)
    this.#runs.set(network.password, network)
    return {
      network,
      leave: () => {
        this.#runs.delete(network.password)
        this.#agents.get(network)?.destroy()
        network.close()
      },
    }
  }

  async close(): Promise<void> {
    for (const network of this.#runs.values()) network.close()
    for (const client of this.#clients) client.destroy()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  readonly #agents = new WeakMap<RunNetwork, ReturnType<typeof forwardingAgent>>()
  #agentOf(network: RunNetwork): ReturnType<typeof forwardingAgent> {
    const agent = this.#agents.get(network) ?? forwardingAgent(network)
    this.#agents.set(network, agent)
    return agent
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const network = this.#runs.get(passwordIn(request))
    if (!network) {
      client.end(NO_CREDENTIAL)
      return
    }
    const place = request.url ?? ''
    const target = PLACE.test(place) ? await network.open(place) : null
    if (target === null || 'sentence' in target) {
      client.end(NO_TUNNEL)
      return
    }
    if (client.destroyed) {
      target.destroy()
      return
    }
    client.write(TUNNEL_IS_OPEN)
    if (head.length > 0) target.write(head)
    target.on('data', (part: Buffer) => network.loaded(part.length))
    target.pipe(client)
    client.pipe(target)
    target.on('close', () => client.destroy())
    client.on('close', () => target.destroy())
  }
}
