import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { stationOf } from '../../domain/core/detour.ts'
import { locate, type Resolve } from '../runner/address.ts'
import { type CallFailure, responseFailure } from '../runner/call-failure.ts'
import { Deadline } from '../runner/deadline.ts'
import { connectToFirst } from '../runner/happy-eyeballs.ts'
import { Stopwatch } from '../runner/stopwatch.ts'
import { type Lookup, newTrace } from '../runner/trace.ts'

/** Time for looking up a host and connecting to it. */
const CONNECT_TIMEOUT_MS = 30_000
/** Bytes that one run may load in all. */
const MAX_LOADED_BYTES = 268_435_456
/** Connections that one run may have at a time; Chromium itself opens at most 32 through a proxy. */
const MAX_SOCKETS = 128
/** Lookups, and hosts that could not be reached, that are remembered. */
const MAX_REMEMBERED = 100

/** A connection to a checked address, and the time it took. */
export type Reached = { ip: string; sourceIp: string | null; dnsMs: number; tcpMs: number }

export type NetworkOptions = {
  resolve: Resolve
  allowed: readonly AllowRule[]
  /** Monotonic clock in milliseconds. */
  steadyMs: () => number
}

/**
 * The network of one run, which its browser context enters with a credential of its own. Each host is resolved and checked here, and
 * connections are pinned to checked addresses. Remembers what was reached and what was refused, in words for people.
 */
export class RunNetwork {
  /** Credential for the proxy. */
  readonly password = randomBytes(24).toString('base64url')
  readonly lookups: Lookup[] = []
  /** Bytes that were loaded. */
  loadedBytes = 0
  readonly #options: NetworkOptions
  readonly #sockets = new Set<Socket>()
  readonly #reached = new Map<string, Reached>()
  readonly #failures = new Map<string, CallFailure>()
  #isClosed = false

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /** Opens a connection to a host and port, as in `example.com:443` or `[::1]:80`. */
  async open(place: string): Promise<Socket | CallFailure> {
    const outcome = await this.#connect(place)
    if ('sentence' in outcome) {
      if (this.#failures.size < MAX_REMEMBERED) this.#failures.set(place, outcome)
      return outcome
    }
    if (this.#isClosed) {
      outcome.destroy()
      return responseFailure('the run was over')
    }
    this.#sockets.add(outcome)
    outcome.on('close', () => this.#sockets.delete(outcome))
    outcome.on('error', () => {})
    return outcome
  }

  /** Counts bytes that a connection has received, and ends all connections of a run that loads too much. */
  loaded(bytes: number): void {
    this.loadedBytes += bytes
    if (this.isOverloaded) this.close()
  }

  get isOverloaded(): boolean {
    return this.loadedBytes > MAX_LOADED_BYTES
  }

  /** The first connection to a place that was opened; null if there was none. */
  reached(place: string): Reached | null {
    return this.#reached.get(place) ?? null
  }

  /** Why a place was not reached; null if it was. */
  failureOf(place: string): CallFailure | null {
    return this.#failures.get(place) ?? null
  }

  /** Places that were not reached, with the reason. */
  get failures(): ReadonlyMap<string, CallFailure> {
    return this.#failures
  }

  /** Ends all connections, and lets no other begin. */
  close(): void {
    this.#isClosed = true
    for (const socket of this.#sockets) socket.destroy()
  }

  async #connect(place: string): Promise<Socket | CallFailure> {
    if (this.#isClosed) return responseFailure('the run was over')
    if (this.#sockets.size >= MAX_SOCKETS)
      return responseFailure(`the page opened more than ${MAX_SOCKETS} connections`)
    const trace = newTrace()
    const watch = new Stopwatch(this.#options.steadyMs)
    const deadline = new Deadline(CONNECT_TIMEOUT_MS)
    const to = await locate(stationOf(new URL(`http://${place}`), null), { ...this.#options, trace, watch, deadline })
    this.lookups.push(...trace.lookups.slice(0, Math.max(0, MAX_REMEMBERED - this.lookups.length)))
    const socket = 'sentence' in to ? to : await connectToFirst(to, { trace, watch, deadline })
    deadline.clear()
    if ('sentence' in socket) return socket
    watch.stop()
    const { dns, tcp } = watch.read()
    if (!this.#reached.has(place) && this.#reached.size < MAX_REMEMBERED)
      this.#reached.set(place, { ip: trace.destIp ?? '', sourceIp: trace.sourceIp, dnsMs: dns, tcpMs: tcp })
    return socket
  }
}
