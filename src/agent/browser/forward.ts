import { Agent, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerTo } from '../answer-to.ts'
import type { RunNetwork } from './run-network.ts'

/** Headers of one connection, which a proxy does not pass on: RFC 9110, section 7.6.1. */
const OF_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

/** The headers of a message in order, without those of its connection. */
const passedOn = ({ rawHeaders, headers }: IncomingMessage): string[] => {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const kept: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const lower = name.toLowerCase()
    if (!OF_CONNECTION.has(lower) && !named.has(lower)) kept.push(name, rawHeaders[at + 1] ?? '')
  }
  return kept
}

/** Connections of a run to servers without TLS, kept open between requests. Each one is opened by the run's network. */
class ForwardingAgent extends Agent {
  readonly #network: RunNetwork

  constructor(network: RunNetwork) {
    super({ keepAlive: true, maxSockets: 6 })
    this.#network = network
  }

  override createConnection(
    { host, port }: { host?: string | null; port?: number | string | null },
    created: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const name = host?.includes(':') ? `[${host.replace(/^\[(.*)\]$/, '$1')}]` : (host ?? '')
    this.#network.open(`${name}:${port ?? 80}`).then(
      (outcome) => {
        if ('sentence' in outcome) failed(created, new Error(outcome.sentence))
        else created(null, outcome)
      },
      (error: unknown) => failed(created, error instanceof Error ? error : new Error(String(error))),
    )
  }
}

/** Node's types ask for a socket beside an error, which it does not read. */
const failed = (created: (error: Error | null, socket: Duplex) => void, error: Error): void =>
  (created as (error: Error) => void)(error)

export const forwardingAgent = (network: RunNetwork): Agent => new ForwardingAgent(network)

/**
 * Passes on a request for a server without TLS, and its response. If the server is not reached or breaks off, the connection is closed
 * without a response, because any response would be taken for the server's.
 */
export const forward = async (
  request: IncomingMessage,
  response: ServerResponse,
  network: RunNetwork,
  agent: Agent,
): Promise<void> => {
  try {
    const url = new URL(request.url ?? '')
    if (url.protocol !== 'http:') throw new Error('only http is forwarded')
    const sent = requestHttp({
      agent,
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || 80,
      method: request.method,
      path: url.pathname + url.search,
      headers: passedOn(request),
      setHost: false,
    })
    response.on('close', () => sent.destroy())
    const answered = answerTo(sent)
    // A server may answer before it has the whole body, and break off.
    pipeline(request, sent).catch(() => {})
    const answer = await answered
    answer.on('data', (part: Buffer) => network.loaded(part.length))
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer))
    await pipeline(answer, response)
  } catch {
    // Its socket may be gone already.
    response.socket?.destroy()
  }
}
