import type { AnyEndpoint } from './endpoint.ts'

const FIELDS = [
  'route',
  'access',
  'effect',
  'changes',
  'media',
  'stream',
  'repeatable',
  'lists',
  'shows',
  'searched',
] as const satisfies readonly (keyof AnyEndpoint)[]

/**
 * An endpoint as the web app has it at run time: no shapes, no sentences, and nothing that only the server asks. Code of the web app reads
 * its endpoints as this, so that it misses nothing which the build leaves out.
 */
export type WebEndpoint = Pick<AnyEndpoint, (typeof FIELDS)[number]>

/** The fields of an endpoint that the web app has. */
export const webEndpoint = (endpoint: AnyEndpoint): Partial<WebEndpoint> =>
  Object.fromEntries(FIELDS.flatMap((field) => (endpoint[field] == null ? [] : [[field, endpoint[field]]])))
