import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { type AllowRule, mayReach } from '../../domain/core/addresses.ts'
import { type CallFailure, setUpFailure, timeoutFailure, transportFailure } from './call-failure.ts'
import type { Deadline } from './deadline.ts'
import { microseconds, type Stopwatch } from './stopwatch.ts'
import type { Trace } from './trace.ts'

/** Resolves a host to its addresses, IPv4 and IPv6, in the order to try them. Rejects with a DNS error. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Names below `localhost` lead to this machine, and no name server is asked for them (RFC 6761, 6.3). */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1']
const isOwnName = (host: string): boolean => /\.localhost\.?$/i.test(host)

/** Resolves through this machine's hosts file, then its name servers, in their order. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) => {
    if (isOwnName(host)) return resolve(LOOPBACK)
    lookup(host, { all: true, verbatim: true }, (error, found) => {
      if (error) reject(error)
      else resolve(found.map(({ address }) => address))
    })
  })

/** The target of a hop; `tlsName` is the name that its certificate has to have. `addresses` have been checked, and no others may be used. */
export type Destination = { host: string; port: number; tlsName: string; addresses: readonly string[] }

/** Maximum number of addresses that a result shows and a call tries. */
const MAX_ADDRESSES = 8

const found = async (
  host: string,
  resolve: Resolve,
  watch: Stopwatch,
  deadline: Deadline,
): Promise<readonly string[] | CallFailure> => {
  const timeOut = new Promise<CallFailure>((settle) => {
    deadline.cancels(() => settle(timeoutFailure(deadline.timeoutMs, 'dns', host)))
  })
  const answer = resolve(host).catch((error: unknown) => transportFailure(error, 'dns', host))
  const outcome = await Promise.race([answer, timeOut])
  watch.enter('tcp')
  return outcome
}

/** Says who may allow an address that is not public: the agent of the built-in location takes the variable from the server. */
const REMEDY = 'Whoever runs the server, or this location’s agent, can allow it: set SONDE_ALLOW_PRIVATE there.'

/**
 * Resolves a host and checks every address. Connections use these addresses and never the name, so a name that changes its
 * answer (DNS rebinding) leads nowhere else.
 */
export const locate = async (
  { host, port, tlsName }: Omit<Destination, 'addresses'>,
  options: { resolve: Resolve; allowed: readonly AllowRule[]; trace: Trace; watch: Stopwatch; deadline: Deadline },
): Promise<Destination | CallFailure> => {
  let addresses: readonly string[] = [host]
  if (isIP(host)) {
    options.watch.skipTo('tcp')
  } else {
    const startedMs = options.watch.clockMs()
    const answer = await found(host, options.resolve, options.watch, options.deadline)
    if ('sentence' in answer) return answer
    const ms = microseconds(options.watch.clockMs() - startedMs)
    addresses = [...new Set(answer)].filter((ip) => isIP(ip) !== 0).slice(0, MAX_ADDRESSES)
    // The addresses of an internal name are not shown to people who may only call external targets.
    for (const ip of addresses.filter((one) => mayReach(options.allowed, { host, ip: one, port })))
      options.trace.lookups.push({ domain: host, ip, ms })
    if (addresses.length === 0)
      return transportFailure(Object.assign(new Error('no addresses'), { code: 'ENODATA' }), 'dns', host)
  }
  const allowed = addresses.filter((ip) => mayReach(options.allowed, { host, ip, port }))
  if (allowed.length > 0) return { host, port, tlsName, addresses: allowed }
  const refused = isIP(host) ? `${host} is not a public address` : `${host} does not lead to a public address`
  return setUpFailure(`${refused}. ${REMEDY}`, `port ${port}`)
}
