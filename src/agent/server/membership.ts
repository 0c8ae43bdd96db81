import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { type Pause, waitAfterMs } from '../pause.ts'
import type { ProgramFacts } from '../program-facts.ts'
import type { AgentLocation } from '../settings.ts'
import { newKeyOf, registeredOf } from './answers.ts'
import type { Answer, ServerClient } from './server-client.ts'

const REGISTER = '/remote-api/1/agent/register'
const REGISTER_TIMEOUT_MS = 15_000
const KEY = '/remote-api/1/agent/key'
const KEY_FILE = 'key.json'
/** Earlier keys that are kept: results on disk may still be encrypted with them. */
const KEPT_KEYS = 3

/** The server refuses this agent, and only another join token helps. The message is for the operator. */
export class JoinRefused extends Error {}

export type MembershipOptions = {
  client: ServerClient
  serverUrl: URL
  joinToken: string | null
  name: string
  place: AgentLocation | null
  program: ProgramFacts
  /** Started by the server itself, which may let it join again by starting it. */
  supervised: boolean
  directory: string
  log: Log
  pause: Pause
  chance: () => number
  signal: AbortSignal
}

/**
 * The agent's registration: joins with the join token, stores the key that it gets (in a file readable only by its owner), and joins
 * again when the server no longer knows that key.
 */
export class Membership {
  readonly #options: MembershipOptions
  #key: string | null = null
  #agentId = ''
  #earlierKeys: readonly string[] = []
  #joining: Promise<string | null> | null = null
  /** The server has taken the key since this process started. */
  #isTaken = false

  constructor(options: MembershipOptions) {
    this.#options = options
  }

  /** The agent's key; null before it has joined. */
  get key(): string | null {
    return this.#key
  }

  /** The keys that the agent had before this one, newest first. */
  get earlierKeys(): readonly string[] {
    return this.#earlierKeys
  }

  /** Loads the stored key, unless it is for another server or location. */
  async recall(): Promise<void> {
    const { directory, serverUrl, name } = this.#options
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const text = await readFile(join(directory, KEY_FILE), 'utf8').catch(() => '{}')
    const kept: unknown = parsedOrNull(text)
    const isOurs =
      typeof kept === 'object' &&
      kept !== null &&
      'server' in kept &&
      kept.server === serverUrl.href &&
      'name' in kept &&
      kept.name === name
    if (!isOurs || !('agent_key' in kept) || typeof kept.agent_key !== 'string') return
    this.#key = kept.agent_key
    this.#agentId = 'agent_id' in kept && typeof kept.agent_id === 'string' ? kept.agent_id : ''
    const earlier = 'earlier_keys' in kept && Array.isArray(kept.earlier_keys) ? kept.earlier_keys : []
    this.#earlierKeys = earlier.filter((key) => typeof key === 'string')
  }

  /**
   * Posts with the agent's key. Joins first if there is none, and once more if the server does not know the key. A key that was revoked
   * ends the agent, except at the start of an agent that the server starts itself: whoever restarts the server wants it back.
   * @throws JoinRefused
   */
  async post(path: string, body: string, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    const key = this.#key ?? (await this.#joinUnless(signal))
    if (key === null) return { status: 0, json: null, problem: 'the agent is stopping', roundTripMs: 0 }
    const answer = await this.#options.client.post(path, body, { key, timeoutMs, signal })
    const { supervised, log } = this.#options
    const joinsAgain = supervised && !this.#isTaken
    if (answer.status === 403 && !joinsAgain)
      throw new JoinRefused(
        `The server refuses this agent: it was revoked, or its key is not allowed here.${supervised ? ' It joins again when Sonde is restarted.' : ''}`,
      )
    if (answer.status !== 401 && answer.status !== 403) {
      this.#isTaken ||= answer.status === 200
      return answer
    }
    log(`the server ${answer.status === 403 ? 'has revoked' : 'no longer knows'} this agent; joining again`)
    if (this.#key === key) this.#key = null
    const fresh = await this.#joinUnless(signal)
    return fresh === null ? answer : this.#options.client.post(path, body, { key: fresh, timeoutMs, signal })
  }

  /**
   * Replaces the agent's key. The new one is on disk before it is used, which ends the old one; if it cannot be kept, the old one stays.
   * @throws JoinRefused
   */
  async rotate(signal?: AbortSignal): Promise<void> {
    const { log } = this.#options
    const old = this.#key
    const answer = await this.post(KEY, '{}', REGISTER_TIMEOUT_MS, signal)
    const fresh = answer.status === 200 ? newKeyOf(answer.json) : null
    if (fresh === null || old === null || this.#key !== old) return
    const earlier = [old, ...this.#earlierKeys].slice(0, KEPT_KEYS)
    if (!(await this.#remember(this.#agentId, fresh, earlier))) return
    this.#key = fresh
    this.#earlierKeys = earlier
    log('the key of this agent was replaced')
  }

  /** Downloads with the agent's key. Resolves with null, or with a sentence about what went wrong. */
  async download(path: string, to: NodeJS.WritableStream, timeoutMs: number): Promise<string | null> {
    const { client, signal } = this.#options
    const key = this.#key ?? (await this.#joinUnless(signal))
    return key === null ? 'the agent is stopping' : client.download(path, to, { key, timeoutMs, signal })
  }

  /**
   * Retries until the agent has a key; null if it stops before that.
   * @throws JoinRefused
   */
  join(): Promise<string | null> {
    if (this.#key !== null) return Promise.resolve(this.#key)
    this.#joining ??= this.#tryJoining().finally(() => {
      this.#joining = null
    })
    return this.#joining
  }

  /** A caller can stop waiting; joining continues for the others. */
  #joinUnless(signal: AbortSignal | undefined): Promise<string | null> {
    const joined = this.join()
    if (!signal) return joined
    const givenUp = new Promise<null>((resolve) => {
      if (signal.aborted) resolve(null)
      else signal.addEventListener('abort', () => resolve(null), { once: true })
    })
    return Promise.race([joined, givenUp])
  }

  async #tryJoining(): Promise<string | null> {
    const { client, joinToken, name, place, program, log, pause, chance, signal } = this.#options
    if (joinToken === null)
      throw new JoinRefused('SONDE_JOIN_TOKEN is missing: this agent has no key of its own that the server knows.')
    const agent = place && { agent: place, display_name: place.name }
    const body = JSON.stringify({ name, access_token: joinToken, ...program, ...agent })
    for (let failures = 0; !signal.aborted; failures++) {
      const answer = await client.post(REGISTER, body, { key: null, timeoutMs: REGISTER_TIMEOUT_MS, signal })
      const registered = answer.status === 200 ? registeredOf(answer.json) : null
      if (registered) {
        this.#key = registered.agent_key
        this.#isTaken = true
        this.#agentId = registered.agent_id
        await this.#remember(registered.agent_id, registered.agent_key, this.#earlierKeys)
        log(`joined as ${registered.location_id}`)
        return registered.agent_key
      }
      if ([400, 401, 403, 422].includes(answer.status))
        throw new JoinRefused(`The server refused SONDE_JOIN_TOKEN for the location ${name} (${answer.status}).`)
      const problem = answer.status === 200 ? 'the answer is not one of a Sonde server' : answer.problem
      if (failures === 0 && !signal.aborted) log(`cannot join yet: ${problem}; retrying`)
      await pause(waitAfterMs(failures, chance()), signal)
    }
    return null
  }

  /** Written to a temporary file and renamed, so that a crash never leaves half a key. False if it could not be written. */
  async #remember(agentId: string, agentKey: string, earlier: readonly string[]): Promise<boolean> {
    const { directory, serverUrl, name, log } = this.#options
    const path = join(directory, KEY_FILE)
    const text = JSON.stringify({
      server: serverUrl.href,
      name,
      agent_id: agentId,
      agent_key: agentKey,
      earlier_keys: earlier,
    })
    try {
      await rm(`${path}.new`, { force: true })
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
      return true
    } catch (error) {
      log(`the key cannot be kept in ${path}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
}

const parsedOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
