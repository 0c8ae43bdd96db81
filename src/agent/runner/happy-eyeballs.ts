import { connect as connectTcp, isIP, type Socket } from 'node:net'
import type { Destination } from './address.ts'
import { type CallFailure, timeoutFailure, transportFailure } from './call-failure.ts'
import type { Deadline } from './deadline.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Trace } from './trace.ts'

/** Milliseconds after which the next address is tried beside those that have not answered: RFC 8305, section 5. */
const STAGGER_MS = 250

/** Alternates between IPv4 and IPv6, beginning with the first address's family: RFC 8305, section 4. */
export const interleaved = (addresses: readonly string[]): string[] => {
  const family = isIP(addresses[0] ?? '')
  const first = addresses.filter((ip) => isIP(ip) === family)
  const second = addresses.filter((ip) => isIP(ip) !== family)
  return first.flatMap((ip, index) => [ip, ...second.slice(index, index + 1)]).concat(second.slice(first.length))
}

/** `address:port`, with brackets around IPv6. */
export const placeOf = (ip: string, port: number): string => (isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`)

export const closedEarly = Object.assign(new Error('closed by the other side'), { code: 'ECONNRESET' })

/** Without a listener, Node would end the process on an error after the call is settled. */
export const ignore = (): void => {}

/**
 * Connects to the first address that accepts (Happy Eyeballs, RFC 8305): addresses are tried one after the other, the next as soon as one
 * fails or after 250 ms, and the others are closed once one is connected. `trace.destIp` is that address, or the last that was tried.
 */
export const connectToFirst = (
  to: Destination,
  { trace, watch, deadline }: { trace: Trace; watch: Stopwatch; deadline: Deadline },
): Promise<Socket | CallFailure> =>
  new Promise((resolve) => {
    const waiting = interleaved(to.addresses)
    const open = new Set<Socket>()
    let stagger: NodeJS.Timeout | undefined

    const settle = (outcome: Socket | CallFailure) => {
      clearTimeout(stagger)
      waiting.length = 0
      for (const socket of open) if (socket !== outcome) socket.destroy()
      open.clear()
      resolve(outcome)
    }

    const tryNext = () => {
      clearTimeout(stagger)
      const ip = waiting.shift()
      if (ip === undefined) return
      const where = placeOf(ip, to.port)
      trace.destIp = ip
      const socket = connectTcp({ host: ip, port: to.port, noDelay: true })
      open.add(socket)
      const failed = (error: Error) => {
        if (!open.delete(socket)) return
        socket.destroy()
        const failure = transportFailure(error, watch.phase, where)
        if (waiting.length > 0) {
          trace.messages.push(`${failure.sentence}; trying the next address`)
          tryNext()
        } else if (open.size === 0) settle(failure)
        else trace.messages.push(failure.sentence)
      }
      socket.on('error', ignore)
      socket.once('error', failed)
      socket.once('close', () => failed(closedEarly))
      socket.once('connect', () => {
        if (!open.has(socket)) return
        trace.destIp = ip
        trace.sourceIp = socket.localAddress ?? null
        settle(socket)
      })
      if (waiting.length === 0) return
      stagger = setTimeout(() => {
        trace.messages.push(`${where} has not answered after ${STAGGER_MS} ms; trying the next address beside it`)
        tryNext()
      }, STAGGER_MS)
    }

    deadline.cancels(() =>
      settle(timeoutFailure(deadline.timeoutMs, watch.phase, placeOf(trace.destIp ?? to.host, to.port))),
    )
    if (!deadline.passed) tryNext()
  })
