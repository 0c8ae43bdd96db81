import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { type AllowRule, mayReach } from '../../domain/core/addresses.ts'
import type { Deadline } from './deadline.ts'
import { microseconds, type Stopwatch } from './stopwatch.ts'
import type { Trace } from './trace.ts'
import { setUpTrouble, type Trouble, timeoutTrouble, transportTrouble } from './trouble.ts'

/** Finds the addresses of a host, IPv4 and IPv6, in the order in which to try them. Rejects with an error of the name service. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** The way of this machine: its hosts file, then its name servers, in the order they give. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, verbatim: true }, (error, found) => {
      if (error) reject(error)
      else resolve(found.map(({ address }) => address))
    })
  })

/** Where a hop connects to. `addresses` are checked, so they are the only ones that may be used. */
export type Destination = { host: string; port: number; addresses: readonly string[] }

/** Of more addresses the result shows no more, and the call tries no more. */
const MOST_ADDRESSES = 8

const plainHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')
const portOf = (url: URL): number => (url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80)

const found = async (
  host: string,
  resolve: Resolve,
  watch: Stopwatch,
  deadline: Deadline,
): Promise<readonly string[] | Trouble> => {
  const timeOut = new Promise<Trouble>((settle) => {
    deadline.cancels(() => settle(timeoutTrouble(deadline.timeoutMs, 'dns', host)))
  })
  const answer = resolve(host).catch((error: unknown) => transportTrouble(error, 'dns', host))
  const outcome = await Promise.race([answer, timeOut])
  watch.enter('tcp')
  return outcome
}

/**
 * Looks up the host of a URL and checks every address that comes back, so that a name which changes its answer (DNS
 * rebinding) leads nowhere else: whoever connects uses these addresses and never the name.
 */
export const locate = async (
  url: URL,
  options: { resolve: Resolve; allowed: readonly AllowRule[]; trace: Trace; watch: Stopwatch; deadline: Deadline },
): Promise<Destination | Trouble> => {
  const host = plainHost(url)
  const port = portOf(url)
  let addresses: readonly string[] = [host]
  if (isIP(host)) {
    options.watch.skipTo('tcp')
  } else {
    const startedMs = options.watch.clockMs()
    const answer = await found(host, options.resolve, options.watch, options.deadline)
    if ('sentence' in answer) return answer
    const ms = microseconds(options.watch.clockMs() - startedMs)
    addresses = [...new Set(answer)].filter((ip) => isIP(ip) !== 0).slice(0, MOST_ADDRESSES)
    // What a name inside leads to is not for whoever may only call what is outside.
    for (const ip of addresses.filter((one) => mayReach(options.allowed, { host, ip: one, port })))
      options.trace.lookups.push({ domain: host, ip, ms })
    if (addresses.length === 0)
      return transportTrouble(Object.assign(new Error('no addresses'), { code: 'ENODATA' }), 'dns', host)
  }
  const allowed = addresses.filter((ip) => mayReach(options.allowed, { host, ip, port }))
  if (allowed.length > 0) return { host, port, addresses: allowed }
  return setUpTrouble(
    isIP(host) ? `${host} is not a public IP address` : `${host} does not lead to a public IP address`,
    `port ${port}`,
  )
}
