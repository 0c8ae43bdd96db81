import { served } from '../../src/contract/aliases.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { time } from '../../src/contract/core/wire.ts'
import { parseTime } from '../../src/domain/core/wire-time.ts'
import { flatten } from '../../src/server/http/definition.ts'
import { samples } from './samples.ts'

/** The place of a value within a body. */
export type BodyPath = readonly string[]

/** The path of each time within a body. */
const timesIn = (value: unknown, path: BodyPath = []): BodyPath[] => {
  if (typeof value === 'string') return path.length > 0 && parseTime(value) !== null ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => timesIn(child, [...path, name]))
}

/** A body with another value at a path. */
export const withAt = (value: unknown, [name, ...rest]: BodyPath, leaf: string): unknown => {
  if (name === undefined) return leaf
  if (Array.isArray(value)) return value.map((child, at) => (String(at) === name ? withAt(child, rest, leaf) : child))
  const fields: Record<string, unknown> = { ...Object(value) }
  return { ...fields, [name]: withAt(fields[name], rest, leaf) }
}

const timeFields = (definition: unknown): string[] =>
  Object.entries(flatten(definition)).flatMap(([name, rule]) => (rule === time ? name.replace(/\?$/, '') : []))

/** The times of an endpoint's query, in the order of its shape: the start of a window is before its end. */
export const queriedTimes = ({ query }: AnyEndpoint): string[] => timeFields(query)

/** The times of an endpoint's body, in the same order. */
export const bodyTimes = (name: string, { body }: AnyEndpoint): BodyPath[] => {
  const own = timesIn(samples[name]?.body)
  const named = new Set(own.map((path) => path.join('.')))
  return [...own, ...timeFields(body).flatMap((field) => (named.has(field) ? [] : [[field]]))]
}

/** Endpoints with an answer that ends. */
export const endpoints = Object.entries(served).filter(([, { stream }]) => stream !== 'events')

/** Endpoints that take a time. */
export const withTimes = endpoints.filter(
  ([name, endpoint]) => queriedTimes(endpoint).length > 0 || bodyTimes(name, endpoint).length > 0,
)
