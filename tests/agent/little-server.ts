import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Report } from '../../src/agent/runner/report.ts'
import type { Job } from '../../src/agent/runner/request.ts'

type BodyPiece = {
  number: number
  content: string
  end?: { bytes: number; is_text: boolean; truncated: boolean }
}
type Work = { capacity: number; running: string[]; held?: string[]; wait_seconds: number }

/** A server with only the agents' protocol, whose responses a test controls. */
export class LittleServer {
  readonly joinToken = 'join-token-of-16-characters'
  readonly results = new Map<string, Report>()
  /** Number of reports of each result. */
  readonly times = new Map<string, number>()
  readonly asked: Work[] = []
  joins = 0
  /** The key that a join gets. */
  keyOf = (join: number): string => `key-${join}`
  leaseSeconds = 30
  /** Offset of this server's clock in milliseconds. */
  aheadMs = 0
  /** Returns a status to send instead of a receipt. */
  refuse: (ids: string[]) => number | null = () => null
  /** Largest body that it stores; null: it is older and stores none. */
  maxBodyBytes: number | null = null
  readonly pieces = new Map<string, BodyPiece[]>()
  /** Returns a status to send instead of taking a piece. */
  refusePiece: (id: string, piece: BodyPiece) => number | null = () => null
  /** Pictures of browser tests, by result and number. */
  readonly pictures = new Map<string, Buffer>()
  #keys = new Set<string>()
  #jobs: Job[] = []
  #changed = new EventEmitter()
  #server: Server | null = null
  #sockets = new Set<Socket>()
  port = 0

  async open(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response))
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    await new Promise<void>((resolve) => {
      server.listen(this.port, '127.0.0.1', resolve)
    })
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    this.#changed.setMaxListeners(0)
    onTestFinished(() => this.vanish())
  }

  /** Drops all connections immediately, as if the machine lost power. */
  async vanish(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    for (const socket of this.#sockets) socket.resetAndDestroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }

  forgetKeys(): void {
    this.#keys.clear()
  }

  offer(...jobs: Job[]): void {
    this.#jobs.push(...jobs)
    this.#changed.emit('change')
  }

  /** Resolves once the condition holds; checked after every request. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise((resolve) => {
        this.#changed.once('change', resolve)
      })
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const packed = Buffer.concat(parts)
    const body = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed).toString())
    const reply = (status: number, json: unknown) => {
      response.statusCode = status
      response.end(JSON.stringify(json))
      this.#changed.emit('change')
    }
    const key = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (request.url === '/remote-api/1/agent/register') this.#register(body.access_token, reply)
    else if (!this.#keys.has(key)) reply(401, { error: 'unauthorized' })
    else if (request.url === '/remote-api/1/agent/work') await this.#work(body, request, reply)
    else if (request.url?.includes('/pictures/')) {
      const [id = '', , number = ''] = request.url.split('/').slice(-3)
      this.pictures.set(`${id}/${number}`, Buffer.from(body.content, 'base64'))
      reply(200, { stored: true })
    } else if (request.url?.endsWith('/body')) this.#takePiece(request.url.split('/').at(-2) ?? '', body, reply)
    else this.#take(body.results, reply)
  }

  #register(token: string, reply: (status: number, json: unknown) => void): void {
    if (token !== this.joinToken) {
      reply(401, { error: 'unauthorized' })
      return
    }
    this.joins++
    const agent_key = this.keyOf(this.joins)
    this.#keys.add(agent_key)
    reply(200, { agent_id: 'a', location_id: 'local', agent_key, server_time: this.#time() })
  }

  async #work(work: Work, request: IncomingMessage, reply: (status: number, json: unknown) => void): Promise<void> {
    this.asked.push(work)
    this.#changed.emit('change')
    const isGone = () => request.socket.destroyed
    request.socket.once('close', () => this.#changed.emit('change'))
    let isOver = false
    const hold = setTimeout(() => {
      isOver = true
      this.#changed.emit('change')
    }, work.wait_seconds * 1000)
    if (work.wait_seconds > 0 && work.capacity > 0)
      await this.until(() => this.#jobs.length > 0 || isOver || isGone() || this.#server === null)
    clearTimeout(hold)
    const jobs = isGone() ? [] : this.#jobs.splice(0, work.capacity)
    const bodies = this.maxBodyBytes === null ? {} : { max_body_bytes: this.maxBodyBytes }
    reply(200, { jobs, server_time: this.#time(), lease_seconds: this.leaseSeconds, ...bodies })
  }

  #takePiece(id: string, piece: BodyPiece, reply: (status: number, json: unknown) => void): void {
    const status = this.results.has(id) ? this.refusePiece(id, piece) : 404
    if (status === null) this.pieces.set(id, [...(this.pieces.get(id) ?? []), piece])
    reply(status ?? 200, { stored: true })
  }

  /** The bytes and the end of a body that arrived whole; null before that. */
  bodyOf(id: string): { bytes: Buffer; end: BodyPiece['end'] } | null {
    const pieces = this.pieces.get(id) ?? []
    const end = pieces.at(-1)?.end
    return end ? { bytes: Buffer.concat(pieces.map(({ content }) => Buffer.from(content, 'base64'))), end } : null
  }

  #take(results: Report[], reply: (status: number, json: unknown) => void): void {
    const status = this.refuse(results.map(({ id }) => id))
    if (status !== null) {
      reply(status, {})
      return
    }
    for (const result of results) {
      this.results.set(result.id, result)
      this.times.set(result.id, (this.times.get(result.id) ?? 0) + 1)
    }
    reply(200, { accepted: results.map(({ id }) => id), refused: [] })
  }

  #time(): string {
    return new Date(Date.now() + this.aheadMs).toISOString()
  }
}
