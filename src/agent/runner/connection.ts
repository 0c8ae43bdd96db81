import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import type { Destination } from './address.ts'
import { type CallFailure, timeoutFailure, transportFailure } from './call-failure.ts'
import { certificateFailure, tlsFacts } from './certificate.ts'
import type { Deadline } from './deadline.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Trace } from './trace.ts'

/** Maximum time for a silent address while others are left to try. */
const ATTEMPT_MS = 3_000

/** Shared by all calls and created on first use, because creating one reads all trusted certificates. */
let shared: SecureContext | null = null
const sharedContext = (): SecureContext => {
  shared ??= createSecureContext()
  return shared
}

export type ConnectOptions = {
  call: { verify_tls: boolean }
  /** Replaces the certificates that this machine trusts. */
  trust: SecureContext | null
  watch: Stopwatch
  deadline: Deadline
  trace: Trace
}

/** Opens a connection. The certificate is checked after the handshake, before the request is sent. */
const open = (ip: string, to: Destination, secure: boolean, options: ConnectOptions): Socket => {
  if (!secure) return connectTcp({ host: ip, port: to.port, noDelay: true })
  const socket = connectTls({
    host: ip,
    port: to.port,
    // RFC 6066, section 3: an IP address is not a server name.
    servername: isIP(to.host) ? '' : to.host,
    rejectUnauthorized: false,
    secureContext: options.trust ?? sharedContext(),
    ALPNProtocols: ['http/1.1'],
  })
  socket.setNoDelay(true)
  return socket
}

const closedEarly = Object.assign(new Error('closed by the other side'), { code: 'ECONNRESET' })

/** Without a listener, Node would end the process on an error after the call is settled. */
const ignore = (): void => {}

const dial = (
  ip: string,
  to: Destination,
  secure: boolean,
  limitMs: number | null,
  options: ConnectOptions,
): Promise<Socket | CallFailure> =>
  new Promise((resolve) => {
    const { watch, deadline } = options
    const where = isIP(ip) === 6 ? `[${ip}]:${to.port}` : `${ip}:${to.port}`
    const socket = open(ip, to, secure, options)
    const attempt =
      limitMs === null ? null : setTimeout(() => fail(timeoutFailure(limitMs, watch.phase, where)), limitMs)
    const fail = (failure: CallFailure) => {
      if (attempt) clearTimeout(attempt)
      socket.removeListener('close', onClose)
      socket.destroy()
      resolve(failure)
    }
    const onError = (error: Error) => fail(transportFailure(error, watch.phase, where))
    const onClose = () => onError(closedEarly)
    const ready = () => {
      watch.enter('upload')
      socket.removeListener('error', onError)
      socket.removeListener('close', onClose)
      resolve(socket)
    }
    socket.on('error', ignore)
    socket.on('error', onError)
    socket.on('close', onClose)
    deadline.cancels(() => fail(timeoutFailure(deadline.timeoutMs, watch.phase, where)))
    socket.once('connect', () => {
      if (attempt) clearTimeout(attempt)
      if (secure) watch.enter('handshake')
      else ready()
    })
    if (secure) socket.once('secureConnect', ready)
  })

/** Checks the certificate; null if it is valid or this call does not verify it. */
const checkCertificate = (socket: TLSSocket, host: string, options: ConnectOptions): CallFailure | null => {
  const facts = tlsFacts(socket)
  options.trace.tls = facts
  const failure = certificateFailure(socket, host, facts)
  if (!failure || options.call.verify_tls) return failure
  options.trace.messages.push(`not verified, as this call asks: ${failure.sentence}`)
  return null
}

/**
 * Connects to the first address that accepts, and starts TLS if `secure` is set. Only a failed TCP connection leads to the next
 * address: a failed handshake is the server's answer.
 */
export const connect = async (
  to: Destination,
  secure: boolean,
  options: ConnectOptions,
): Promise<Socket | CallFailure> => {
  const { trace, watch, deadline } = options
  let last: CallFailure | null = null
  for (const [index, ip] of to.addresses.entries()) {
    const isLast = index === to.addresses.length - 1
    trace.destIp = ip
    const socket = await dial(ip, to, secure, isLast ? null : ATTEMPT_MS, options)
    if ('sentence' in socket) {
      last = socket
      if (isLast || deadline.passed || watch.phase !== 'tcp') break
      trace.messages.push(`${socket.sentence}; trying the next address`)
      continue
    }
    trace.sourceIp = socket.localAddress ?? null
    const failure = socket instanceof TLSSocket ? checkCertificate(socket, to.host, options) : null
    if (!failure) return socket
    socket.destroy()
    return failure
  }
  return last ?? transportFailure(new Error('no address to connect to'), watch.phase, to.host)
}
