import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MOST_INFLATION } from '../../contract/core/packed-bodies.ts'
import { answerTo } from '../answer-to.ts'

/** The server's response. `status` 0 means that it could not be reached; `problem` says why. */
export type Answer = { status: number; json: unknown; problem: string; roundTripMs: number }

export type PostOptions = { key: string | null; timeoutMs: number; signal?: AbortSignal }

/** Minimum size of bodies that are compressed. */
const GZIP_FROM_BYTES = 4_096
/** Maximum size of a response: 1000 jobs with bodies take some megabytes. */
const MAX_ANSWER_BYTES = 256 * 1_048_576
const compressed = promisify(gzip)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** HTTP client for the agent's server, with keep-alive connections. */
export class ServerClient {
  readonly #base: URL
  readonly #agent: HttpAgent

  constructor(base: URL) {
    this.#base = base
    const options = { keepAlive: true, maxSockets: 6 }
    this.#agent = base.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** Posts a JSON text. Always resolves, also after an error. */
  async post(path: string, body: string, options: PostOptions): Promise<Answer> {
    const plain = Buffer.from(body)
    const packed = plain.length > GZIP_FROM_BYTES ? await compressed(plain, { level: 1 }) : null
    // The server takes a body that packs better for an attack. A repetitive response does so, too.
    const packs = packed !== null && plain.length <= packed.length * MOST_INFLATION
    const bytes = packs ? packed : plain
    const headers: Record<string, string | number> = {
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(packs && { 'content-encoding': 'gzip' }),
      ...(options.key && { authorization: `Bearer ${options.key}` }),
    }
    return this.#send(path, bytes, headers, options)
  }

  /** Downloads into a stream, which stays open. Resolves with null, or with a sentence about what went wrong. */
  async download(
    path: string,
    to: NodeJS.WritableStream,
    { key, timeoutMs, signal }: PostOptions,
  ): Promise<string | null> {
    const url = new URL(this.#base.pathname.replace(/\/$/, '') + path, this.#base)
    const get = url.protocol === 'https:' ? requestHttps : requestHttp
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    try {
      const headers = { ...(key && { authorization: `Bearer ${key}` }) }
      const request = get(url, { agent: this.#agent, headers, signal: ends })
      request.end()
      const response = await answerTo(request)
      if (response.statusCode !== 200) {
        response.resume()
        return `the server answered ${response.statusCode}`
      }
      await pipeline(response, to, { end: false })
      return null
    } catch (error) {
      if (ends.aborted) return `the server did not send it within ${timeoutMs / 1000} s`
      return error instanceof Error ? error.message : String(error)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(
    path: string,
    bytes: Buffer,
    headers: Record<string, string | number>,
    { timeoutMs, signal }: PostOptions,
  ): Promise<Answer> {
    const url = new URL(this.#base.pathname.replace(/\/$/, '') + path, this.#base)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const startedMs = performance.now()
    return new Promise((resolve) => {
      const finish = (status: number, json: unknown, problem: string) => {
        clearTimeout(timer)
        resolve({ status, json, problem, roundTripMs: performance.now() - startedMs })
      }
      const request = send(url, { method: 'POST', agent: this.#agent, headers, signal }, (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too large'))
          else parts.push(part)
        })
        response.on('error', (error) => finish(0, null, error.message))
        response.on('end', () => {
          const status = response.statusCode ?? 0
          finish(status, parsed(Buffer.concat(parts).toString()), `the server answered ${status}`)
        })
      })
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      request.on('error', (error) => finish(0, null, error.message))
      request.on('close', () => finish(0, null, 'the connection was closed'))
      request.end(bytes)
    })
  }
}
