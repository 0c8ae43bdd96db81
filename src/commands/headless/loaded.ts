import { CallError } from '../../../machines/resource/failure.ts'
import { contract, type EndpointName, type ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, AnyEndpoint } from '../../contract/core/endpoint.ts'
import { isSearched, type Listing } from '../core/kind-row.ts'
import { MOST_NAMESAKES } from '../core/search-call.ts'
import type { Entity, EntityKind, World } from '../core/world.ts'
import { kinds } from '../kinds.ts'
import { readRows } from './pages.ts'
import { MOST_OBJECTS } from './row-limits.ts'

export type ProjectList = AnswerOf<ProductContract['project.list']>

/** More of a kind are searched on the server by what was typed. */
const MOST_LOADED = 1_000
const MOST_FOUND = 50
const NOT_FOR_CALLER = new Set([400, 403, 404])

type List = { readonly answer: unknown; readonly more: boolean }

const keyOf = (operation: string, input: object): string => `${operation} ${JSON.stringify(input)}`

/**
 * Answers of the server that lines and questions are read with. Reading is synchronous, as in the web app: it is done again once what it
 * asked for has been loaded.
 */
export class Loaded {
  readonly call: World['call']
  readonly session: ProjectList
  readonly answers = new Map<string, List>()
  /** What is being loaded: whoever wants it meanwhile waits for the same answer. */
  readonly loading = new Map<string, Promise<void>>()
  readonly found = new Map<EntityKind, Map<string, Entity>>()
  /** Names for which the server was asked, and whether it has more than it answered. */
  readonly names = new Map<string, 'all' | 'some'>()
  readonly merged = new Map<EntityKind, readonly Entity[]>()
  readonly wanted = new Map<string, { readonly operation: EndpointName; readonly input: object }>()

  constructor(call: World['call'], session: ProjectList) {
    this.call = call
    this.session = session
  }

  entities(kind: EntityKind): readonly Entity[] {
    const before = this.merged.get(kind)
    if (before) return before
    const { list } = kinds[kind]
    if (list === null) return []
    if (list === 'session') return this.ofSession(kind)
    const held = this.held(list.operation, list.input)
    if (held === undefined) return []
    const listed = list.entities(held.answer)
    const ids = new Set(listed.map(({ id }) => id))
    const all = [...listed, ...[...(this.found.get(kind)?.values() ?? [])].filter(({ id }) => !ids.has(id))]
    this.merged.set(kind, all)
    return all
  }

  ofSession(kind: EntityKind): readonly Entity[] {
    const all =
      kind === 'project'
        ? this.session.projects.map(({ project, organization }) => ({
            id: project.id,
            name: project.name,
            note: organization?.name ?? 'Personal',
          }))
        : this.session.organizations.map(({ id, name }) => ({ id, name }))
    this.merged.set(kind, all)
    return all
  }

  known<Name extends EndpointName>(operation: Name, input: object): AnswerOf<ProductContract[Name]> | undefined {
    // What is held is the answer of the endpoint that was named.
    return this.held(operation, input)?.answer as AnswerOf<ProductContract[Name]> | undefined
  }

  held(operation: EndpointName, input: object): List | undefined {
    const key = keyOf(operation, input)
    const held = this.answers.get(key)
    if (!held) this.wanted.set(key, { operation, input })
    return held
  }

  /** Does some reading, again and again until everything that it asks for is loaded. */
  async settle<Value>(reading: () => Value): Promise<Value> {
    for (;;) {
      this.wanted.clear()
      const value = reading()
      if (this.wanted.size === 0) return value
      const wanted = [...this.wanted]
      await Promise.all(wanted.map(([key, { operation, input }]) => this.loadOnce(key, operation, input)))
      this.merged.clear()
    }
  }

  /** Loads what several readings at once may want. */
  loadOnce(key: string, operation: EndpointName, input: object): Promise<void> {
    const before = this.loading.get(key)
    if (before) return before
    const loads = this.load(operation, input)
      .then((list) => void this.answers.set(key, list))
      .finally(() => this.loading.delete(key))
    this.loading.set(key, loads)
    return loads
  }

  /** Loads all objects of a kind, where only the first of many are loaded. Whether that was so. */
  async loadWhole(kind: EntityKind): Promise<boolean> {
    const { list } = kinds[kind]
    if (list === null || list === 'session' || !this.answers.get(keyOf(list.operation, list.input))?.more) return false
    this.answers.set(keyOf(list.operation, list.input), await this.load(list.operation, list.input, MOST_OBJECTS))
    this.merged.clear()
    return true
  }

  async load(operation: EndpointName, input: object, most = MOST_LOADED): Promise<List> {
    const endpoint: AnyEndpoint = contract[operation]
    try {
      if (!endpoint.lists) return { answer: await this.call(operation, input as never), more: false }
      const { rows, more } = await readRows(operation, endpoint, input, most, this.call)
      return { answer: { meta: { more, next_cursor: null }, [endpoint.lists]: rows }, more }
    } catch (error) {
      // Who may not read a list names its objects by their ids.
      const status = error instanceof CallError ? error.failure.status : null
      if (status === null || !NOT_FOR_CALLER.has(status)) throw error
      return { answer: endpoint.lists ? { [endpoint.lists]: [] } : undefined, more: false }
    }
  }

  /** Looks on the server for what a text names, where not all of a kind are loaded. Whether that found anything. */
  async find(kind: EntityKind, text: string): Promise<boolean> {
    const { list, naming } = kinds[kind]
    if (list === null || list === 'session' || !this.answers.get(keyOf(list.operation, list.input))?.more) return false
    const found: Entity[] = []
    if (/^[\w-]{20,40}$/.test(text) && naming && naming.operation !== list.operation) {
      const { answer } = await this.load(naming.operation, naming.input(text))
      const name = answer === undefined ? null : naming.name(answer, text)
      if (name !== null) found.push({ id: text, name })
    }
    if (found.length === 0 && isSearched(list))
      for (const each of (await this.search(list, text, MOST_FOUND)).found) found.push(each)
    this.add(kind, found)
    return found.length > 0
  }

  /** Adds objects that were found, beside those that other searches have found meanwhile. */
  add(kind: EntityKind, found: readonly Entity[]): void {
    const all = new Map(this.found.get(kind))
    for (const each of found) all.set(each.id, each)
    this.found.set(kind, all)
    this.merged.delete(kind)
  }

  searched(kind: EntityKind, text: string): 'all' | 'some' | null {
    return this.names.get(`${kind} ${text.trim()}`) ?? null
  }

  /** Looks on the server for everything that is called so, where not all of a kind are loaded: whether a name is unique is known then. */
  async findAll(kind: EntityKind, text: string): Promise<void> {
    const { list } = kinds[kind]
    if (list === null || list === 'session') return
    const { found, more } = await this.search(list, text, MOST_NAMESAKES)
    this.add(kind, found)
    this.names.set(`${kind} ${text}`, more ? 'some' : 'all')
  }

  /** A slug has lost the signs between its words: the longest word finds the name that it was made of. */
  async search(
    { operation, input, entities }: Listing,
    text: string,
    most: number,
  ): Promise<{ readonly found: readonly Entity[]; readonly more: boolean }> {
    const endpoint: AnyEndpoint = contract[operation]
    const words = text.split(/[^\p{L}\p{N}]+/u).sort((a, b) => b.length - a.length)
    for (const search of new Set([text, words[0] ?? text])) {
      const query = { ...('query' in input && typeof input.query === 'object' ? input.query : {}), search }
      const { rows, more } = await readRows(operation, endpoint, { ...input, query }, most, this.call)
      if (rows.length > 0)
        return { found: entities({ meta: { more, next_cursor: null }, [endpoint.lists ?? 'data']: rows }), more }
    }
    return { found: [], more: false }
  }
}
