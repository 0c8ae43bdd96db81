import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { Refusal } from '../refusal.ts'
import { isAway } from '../store/core/away.ts'
import { BodyStream } from './body-stream.ts'
import { parse } from './parse.ts'
import { refusalBody } from './refusal-body.ts'

export type Bindings = {
  Bindings: HttpBindings & {
    /** The request is of a tool of the Model Context Protocol, which runs in this process. */
    isTool?: true
  }
}

/** A handler's answer with the status that its endpoint declares. */
export type Answer = { status: number; answer: unknown }

/** Sends an answer as its endpoint says: nothing, a stream, text, or JSON. */
export const sendAnswer = (c: HonoContext<Bindings>, endpoint: AnyEndpoint, { status, answer }: Answer): Response => {
  if (status === 204) return c.body(null, 204)
  if (endpoint.stream) {
    const media = answer instanceof BodyStream ? answer.media : (endpoint.media ?? '')
    const name = answer instanceof BodyStream ? answer.fileName : null
    return c.body(streamOf(answer), 200, {
      'content-type': media,
      'x-accel-buffering': 'no',
      ...(name !== null && { 'content-disposition': attachment(name) }),
    })
  }
  if (endpoint.media) return c.body(String(answer), 200, { 'content-type': endpoint.media })
  return c.json(answer as object, status as 200 | 201 | 503)
}

/** A header that saves an answer as a file (RFC 6266); the name in ASCII is for old clients. */
const attachment = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** The type of a streamed endpoint's handler answers nothing else; `AnyHandler` has forgotten it. */
const streamOf = (answer: unknown): ReadableStream<Uint8Array> => answer as ReadableStream<Uint8Array>

/** Sends a refusal in the form of the address's version. */
export const refuse = (c: HonoContext<Bindings>, refusal: Refusal): Response => {
  if (refusal.status === 401) c.header('www-authenticate', 'Bearer')
  if (refusal.retryAfterSeconds !== null) c.header('retry-after', String(refusal.retryAfterSeconds))
  return c.json(refusalBody(c.req.path, refusal), refusal.status)
}

/** Throws where an answer breaks its contract; streams are not looked into. */
export const checkAnswer = (name: string, endpoint: AnyEndpoint, value: unknown): void => {
  if (endpoint.answer === null || endpoint.stream !== null) return
  const parsed = parse(endpoint, 'answer', value)
  if ('problems' in parsed)
    throw new Error(
      `The answer of ${name} breaks its contract: ${parsed.problems.map((problem) => problem.message).join(' ')}`,
    )
}

/** PostgreSQL's codes for work that waited or took too long: a lock, a statement, an idle transaction, one deadlock after another. */
const TOO_LONG = /^(55P03|57014|25P0[34]|40P01)$/

/** PostgreSQL's code where somebody was faster: a row that was to be referred to is gone. */
const TOO_LATE = '23503'

/** The refusal for an error that was thrown: logged, unless the store is away. `route` and not the path: a path can hold what a caller sent. */
export const refusalOf = (error: unknown, route: string, requestId: string, log: (line: string) => void): Refusal => {
  const { code = '' } = error as { code?: string }
  if (isAway(error))
    return new Refusal(503, 'unavailable', 'The store is not reachable at the moment; try again shortly.')
  if (TOO_LONG.test(code)) {
    log(`error ${route} ${requestId}: the database took too long (${code})`)
    return new Refusal(503, 'unavailable', 'The database took too long, so nothing was changed; try again shortly.')
  }
  if (code === TOO_LATE) {
    log(`${route} ${requestId} came too late: ${faultSummary(error)}`)
    return new Refusal(
      409,
      'conflict',
      'Something that this refers to was deleted a moment ago, so nothing was changed. Load it again.',
    )
  }
  log(`error ${route} ${requestId}: ${faultSummary(error)}`)
  return new Refusal(500, 'internal', `Something went wrong here; the server's log has it under ${requestId}.`)
}
