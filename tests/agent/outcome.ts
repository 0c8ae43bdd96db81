import type { Socket } from 'node:net'
import { expect } from 'vitest'
import { trusting } from '../../src/agent/runner/trust.ts'
import { certificate } from './certificate.ts'
import { jobFor, run } from './world.ts'

/** The host of the calls, and the authority that it trusts. */
export const HOST = 'api.example'
export const authority = certificate({ subject: 'Test Authority' })
const trust = trusting(authority.cert)
/** A certificate that is right. */
export const good = certificate({ subject: HOST, names: [HOST], issuer: authority })
const resolve = async () => ['127.0.0.1']

/** What a person sees of a failed call; `<port>` stands for the server's port. */
type Told = { category: string; reason: string; cause: string | null; sentence: string | null }
/** A call that failed on its target. */
export const FAILED = { category: 'FAIL', reason: 'CONNECTION_ERROR', cause: 'download' }

/** Makes a call and returns what a person sees of it. */
export const outcome = async (
  scheme: 'http' | 'https',
  port: number,
  call: Parameters<typeof jobFor>[1] = {},
  options: Parameters<typeof run>[1] = {},
): Promise<Told & Awaited<ReturnType<typeof run>>> => {
  const ran = await run(jobFor(`${scheme}://${HOST}:${port}/`, call), { trust, resolve, ...options })
  const { report, detail } = ran
  const { timing } = report
  const { total, ...phases } = timing
  expect(Math.abs(Object.values(phases).reduce((sum, ms) => sum + ms, 0) - total)).toBeLessThan(1e-6)
  return {
    ...ran,
    category: report.result_category,
    reason: report.result,
    cause: report.exception_type,
    sentence: detail.exception?.replaceAll(String(port), '<port>') ?? null,
  }
}

/** Writes pieces until the other side closes. */
export const flood = (socket: Socket, piece: string | Buffer): void => {
  const more = () => {
    let isRoom = true
    while (isRoom && !socket.destroyed) isRoom = socket.write(piece)
  }
  socket.on('error', () => {})
  socket.on('drain', more)
  more()
}
/** Sends a text, and ends the connection or keeps it. */
export const says = (text: string | Buffer) => (socket: Socket) => void socket.end(text)
export const saysAndStays = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
/** Reset once the client has read what was sent: both share an event loop, of which some turns are enough. */
export const saysAndResets = (text: string) => (socket: Socket) => {
  // Node's own resetAndDestroy ends the connection in an orderly way first.
  const afterTurns = (turns: number) => {
    if (turns > 0) setImmediate(afterTurns, turns - 1)
    else Object.assign(socket, { resetAndClosing: true }).destroy()
  }
  socket.write(text, () => afterTurns(10))
}

/** The time limit of calls that reach it. */
export const TIMEOUT = 300
export const slow = { call: { timeout_ms: TIMEOUT } }
