import { lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowRule, mayReach } from '../../domain/core/addresses.ts'
import { requestProblem } from './request-problem.ts'

/** Maximum number of interim (1xx) responses before the response. A server sends one or two; more would only keep this process busy. */
const MOST_INTERIM = 16

/** Tells people what to do about an address that the server may not reach. */
export const HOW_TO_ALLOW = 'Whoever runs the server can allow it: set SONDE_ALLOW_PRIVATE there.'

/** Why a request has no response, as a sentence. It quotes nothing that was sent. */
export class NoAnswer extends Error {
  /** `private`: the guard refused the address. `unsendable`: the request itself is at fault. `late`: the deadline passed. */
  readonly kind: 'private' | 'unsendable' | 'late' | 'broken'
  /** Whether the request went out on a connection that was kept from an earlier one. */
  readonly isOnKept: boolean
  constructor(kind: NoAnswer['kind'], sentence: string, isOnKept = false) {
    super(sentence)
    this.kind = kind
    this.isOnKept = isOnKept
  }
}

type GuardedRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly allowed: readonly AllowRule[]
  /** Ends the request, and the response while it is read. */
  readonly signal: AbortSignal
  /** Default: a connection of its own. */
  readonly agent?: http.Agent | false
  /** The certificate that is presented to the receiver, with its key. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly passphrase: string | null } | null
}

/** A failed lookup of a name that leads to no public or allowed address. */
class PrivateAddress extends Error {}

/**
 * Sends a request to an address that a person entered, and resolves with the head of its response. Every such request of the server goes
 * through here: a name is resolved once, and only a public or allowed address is passed to the socket, so the checked address is the
 * connected one. It always settles: it rejects with a `NoAnswer` by the deadline at the latest, whatever the receiver does.
 */
export const guardedAnswer = (address: URL, request: GuardedRequest): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, headers, body, allowed, signal, agent = false, certificate } = request
    const secure = address.protocol === 'https:'
    const port = Number(address.port || (secure ? 443 : 80))
    const host = hostOf(address)
    const refuse = () => reject(new NoAnswer('private', `${host} is not a public address. ${HOW_TO_ALLOW}`))
    if (isIP(host) && !mayReach(allowed, { host, ip: host, port })) return refuse()
    let outgoing: http.ClientRequest
    try {
      outgoing = (secure ? https : http).request(address, {
        method,
        agent,
        headers: { ...headers, ...(body.length > 0 && { 'content-length': Buffer.byteLength(body) }) },
        lookup: checkedLookup(allowed, port),
        signal,
        ...(certificate && {
          cert: certificate.cert,
          key: certificate.key,
          ...(certificate.passphrase !== null && { passphrase: certificate.passphrase }),
        }),
      })
    } catch (error) {
      return reject(new NoAnswer('unsendable', requestProblem(error as NodeJS.ErrnoException, host)))
    }
    const fail = (error: NodeJS.ErrnoException) => {
      if (error instanceof PrivateAddress) return refuse()
      reject(new NoAnswer(signal.aborted ? 'late' : 'broken', requestProblem(error, host), outgoing.reusedSocket))
    }
    let interim = 0
    outgoing.on('information', () => {
      interim += 1
      if (interim > MOST_INTERIM) outgoing.destroy(faultOf('ERR_ONLY_INTERIM'))
    })
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(faultOf('ERR_SWITCHED'))
    })
    outgoing.on('response', resolve)
    outgoing.on('error', fail)
    // Node may end a request without an event that says how, and then heeds the signal no longer.
    outgoing.on('close', () => fail(faultOf('ECONNRESET')))
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
    outgoing.end(body)
  })

/** The host of an address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const faultOf = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** A lookup of names that passes on only public or allowed addresses; it fails with a `PrivateAddress` if there is none. */
const checkedLookup =
  (allowed: readonly AllowRule[], port: number): LookupFunction =>
  (host, options, done) =>
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const reachable = addresses.filter(({ address }) => mayReach(allowed, { host, ip: address, port }))
      const first = reachable[0]
      if (!first) return done(new PrivateAddress(), '', 0)
      if (options.all) return (done as (error: null, all: typeof reachable) => void)(null, reachable)
      done(null, first.address, first.family)
    })
