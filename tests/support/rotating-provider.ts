import { randomBytes } from 'node:crypto'
import { listenOnLoopback } from './loopback.ts'

type Pair = { readonly access: string; readonly refresh: string }

/** A provider on loopback whose refresh tokens work once, and whose answers can be held back. */
export type RotatingProvider = {
  readonly url: string
  /** The first refresh token of a new family. */
  newFamily(): string
  /** Refresh tokens that it was sent so far. */
  readonly asked: string[]
  /** Holds the next answers back; resolves when the first request has come. */
  hold(): { readonly came: Promise<void>; release(): void }
  close(): void
}

/** A promise that is resolved from elsewhere. */
const openPromise = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = () => {}
  const promise = new Promise<void>((end) => {
    resolve = end
  })
  return { promise, resolve }
}

/** `forgives`: a lost answer is repeated for the refresh token that it was for, as providers with a grace period do. */
export const openRotatingProvider = async ({ forgives }: { forgives: boolean }): Promise<RotatingProvider> => {
  const good = new Set<string>()
  const spent = new Map<string, Pair>()
  const asked: string[] = []
  let held: { released: Promise<void>; came: () => void } | null = null

  const answerTo = (refresh: string): Pair | null => {
    const before = spent.get(refresh)
    if (before && forgives && good.has(before.refresh)) return before
    // A refresh token that comes again may be stolen: its family ends (RFC 9700 section 4.14.2).
    if (before) good.delete(before.refresh)
    if (!good.delete(refresh)) return null
    const pair = {
      access: `access-${randomBytes(6).toString('hex')}`,
      refresh: `refresh-${randomBytes(6).toString('hex')}`,
    }
    spent.set(refresh, pair)
    good.add(pair.refresh)
    return pair
  }
  const server = await listenOnLoopback((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const refresh = new URLSearchParams(Buffer.concat(pieces).toString()).get('refresh_token') ?? ''
      asked.push(refresh)
      const pair = answerTo(refresh)
      const holding = held
      holding?.came()
      await holding?.released
      response
        .writeHead(pair ? 200 : 400, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(
            pair
              ? { access_token: pair.access, refresh_token: pair.refresh, token_type: 'Bearer', expires_in: 3600 }
              : { error: 'invalid_grant' },
          ),
        )
    })
  })
  return {
    url: server.url,
    asked,
    newFamily() {
      const refresh = `refresh-${randomBytes(6).toString('hex')}`
      good.add(refresh)
      return refresh
    },
    hold() {
      const came = openPromise()
      const released = openPromise()
      held = { released: released.promise, came: came.resolve }
      return {
        came: came.promise,
        release: () => {
          held = null
          released.resolve()
        },
      }
    },
    close: server.close,
  }
}
