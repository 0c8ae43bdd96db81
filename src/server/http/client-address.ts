import type { IncomingMessage } from 'node:http'
import { type IpBlock, inBlock, parseIp } from '../../domain/core/ip-address.ts'

const isTrusted = (address: string, trusted: readonly IpBlock[]): boolean => {
  const ip = parseIp(address)
  return ip !== null && trusted.some((block) => inBlock(ip, block))
}

/** Whether the peer is a trusted proxy, whose forwarded headers count. */
export const isBehindProxy = (request: IncomingMessage, trusted: readonly IpBlock[]): boolean =>
  isTrusted(request.socket.remoteAddress ?? '', trusted)

/**
 * Returns the client's IP address. Proxies append to `X-Forwarded-For`, so it is read from the end, as long as the peer that added an
 * entry is trusted: entries written by the client are never believed.
 */
export const clientAddress = (request: IncomingMessage, trusted: readonly IpBlock[]): string | null => {
  let client = request.socket.remoteAddress ?? null
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  for (const entry of forwarded.reverse()) {
    if (client === null || !isTrusted(client, trusted)) return client
    const address = plainAddress(entry)
    if (parseIp(address) === null) return client
    client = address
  }
  return client
}

/** Strips the brackets and port that some proxies add to an entry. */
const plainAddress = (entry: string): string =>
  entry.trim().replace(/^\[(.*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2')
