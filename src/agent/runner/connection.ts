import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls'
import type { Destination } from './address.ts'
import { contextWith } from './auth/client-certificate.ts'
import { type CallFailure, timeoutFailure, transportFailure } from './call-failure.ts'
import { certificateFailure, tlsFacts } from './certificate.ts'
import type { Deadline } from './deadline.ts'
import { closedEarly, connectToFirst, ignore, placeOf } from './happy-eyeballs.ts'
import { readOnce } from './server-certificate.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Protocol, Trace } from './trace.ts'
import { machineTrust, type Trust } from './trust.ts'

export type ConnectOptions = {
  call: { verify_tls: boolean }
  trust: Trust
  /** Milliseconds since 1970, for the validity of certificates. */
  nowMs: number
  watch: Stopwatch
  deadline: Deadline
  trace: Trace
  /** The client certificate to present; absent or null: none. */
  certificate?: Parameters<typeof contextWith>[0] | null
}

/** An open connection. `transport` is the TCP socket, which is `socket` itself without TLS. */
export type Connection = { socket: Socket; transport: Socket; protocol: Protocol }

/** The trusted certificates of a call; with a client certificate they are those of this machine. */
const trustOf = ({ certificate, trust }: ConnectOptions): Trust => (certificate ? machineTrust : trust)

/** Makes the TLS handshake. The certificate is checked afterwards, before the request is sent. */
const secure = (
  transport: Socket,
  to: Destination,
  protocols: readonly Protocol[],
  options: ConnectOptions,
): Promise<TLSSocket | CallFailure> =>
  new Promise((resolve) => {
    const { watch, deadline, trace } = options
    const where = placeOf(trace.destIp ?? to.host, to.port)
    const socket = connectTls({
      socket: transport,
      // RFC 6066, section 3: an IP address is not a server name, and a name has no dot at its end.
      servername: isIP(to.tlsName) ? '' : to.tlsName.replace(/\.$/, ''),
      rejectUnauthorized: false,
      secureContext: options.certificate ? contextWith(options.certificate) : options.trust.context(),
      ALPNProtocols: [...protocols],
      // Node takes an IP address without a server name for "localhost".
      checkServerIdentity: (_, shown) => checkServerIdentity(to.tlsName, shown),
    })
    readOnce(socket)
    const settle = (outcome: TLSSocket | CallFailure) => {
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
      if (outcome !== socket) {
        socket.destroy()
        transport.destroy()
      }
      resolve(outcome)
    }
    const onError = (error: Error) => settle(transportFailure(error, watch.phase, where))
    const onClose = () => onError(closedEarly)
    socket.on('error', ignore)
    socket.on('error', onError)
    socket.on('close', onClose)
    deadline.cancels(() => settle(timeoutFailure(deadline.timeoutMs, watch.phase, where)))
    socket.once('secureConnect', () => settle(socket))
  })

/** Checks the certificate; null if it is valid or this call does not verify it. */
const checkCertificate = (socket: TLSSocket, host: string, options: ConnectOptions): CallFailure | null => {
  const { trace, nowMs } = options
  const facts = tlsFacts(socket, { trust: trustOf(options), nowMs, asksChain: trace.asksChain })
  trace.tls = facts
  const failure = certificateFailure(socket, host, facts, nowMs)
  if (!failure || options.call.verify_tls) return failure
  trace.messages.push(`not verified, as this call asks: ${failure.sentence}`)
  return null
}

/**
 * Connects to one of the addresses of a host. With `protocols`, it makes the TLS handshake and agrees on one of them by ALPN. A failed
 * handshake is the server's answer: it does not lead to the next address.
 */
export const connect = async (
  to: Destination,
  protocols: readonly Protocol[] | null,
  options: ConnectOptions,
): Promise<Connection | CallFailure> => {
  const { watch } = options
  const transport = await connectToFirst(to, options)
  if ('sentence' in transport) return transport
  if (protocols === null) {
    watch.enter('upload')
    return { socket: transport, transport, protocol: 'http/1.1' }
  }
  watch.enter('handshake')
  const socket = await secure(transport, to, protocols, options)
  if ('sentence' in socket) return socket
  watch.enter('upload')
  const failure = checkCertificate(socket, to.tlsName, options)
  if (failure) {
    socket.destroy()
    transport.destroy()
    return failure
  }
  return { socket, transport, protocol: socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1' }
}
