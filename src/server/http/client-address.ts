import type { IncomingMessage } from 'node:http'
import { type IpBlock, inBlock, parseIp } from '../../domain/core/ip-address.ts'

const isTrusted = (address: string, trusted: readonly IpBlock[]): boolean => {
  const ip = parseIp(address)
  return ip !== null && trusted.some((block) => inBlock(ip, block))
}

/** Whether the peer is a proxy of ours, whose forwarded headers count. */
export const isBehindProxy = (request: IncomingMessage, trusted: readonly IpBlock[]): boolean =>
  isTrusted(request.socket.remoteAddress ?? '', trusted)

/**
 * The client's address. Proxies add to `X-Forwarded-For` at its end, so it is read from there, for as long as what added an entry
 * is trusted: what a client wrote there itself is never believed.
 */
export const clientAddress = (request: IncomingMessage, trusted: readonly IpBlock[]): string | null => {
  let client = request.socket.remoteAddress ?? null
  const told = String(request.headers['x-forwarded-for'] ?? '').split(',')
  for (const entry of told.reverse()) {
    if (client === null || !isTrusted(client, trusted)) return client
    const address = plainAddress(entry)
    if (parseIp(address) === null) return client
    client = address
  }
  return client
}

/** An entry without the brackets and the port that some proxies write. */
const plainAddress = (entry: string): string =>
  entry.trim().replace(/^\[(.*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2')
