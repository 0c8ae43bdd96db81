/** An operation of an OpenAPI document. */
export type Operation = { readonly method: string; readonly path: string; readonly summary: string | null }

/** The facts of an OpenAPI document. */
export type Outline = {
  /** Version of the specification, such as `3.1.0`. */
  readonly version: string
  readonly title: string | null
  /** Version of the described API. */
  readonly api_version: string | null
  readonly operations: readonly Operation[]
}

/** The parts of a document that its outline is made of. */
export type Skeleton = {
  readonly openapi: unknown
  readonly swagger: unknown
  readonly title: unknown
  readonly version: unknown
  /** Null: the document has no paths. */
  readonly operations: readonly (readonly [method: string, path: string, summary: unknown])[] | null
  /** Whether it has `components` or `webhooks`, which 3.1 allows instead of paths. */
  readonly hasOther: boolean
}

const LONGEST = 500

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST) : null

/** The outline of a parsed document, or a sentence that says why it is no OpenAPI document. */
export const outlineOf = (skeleton: Skeleton | null): Outline | string => {
  if (skeleton === null) return 'must be an OpenAPI document: an object with the field openapi or swagger.'
  const version = textOf(skeleton.openapi) ?? textOf(skeleton.swagger)
  if (version === null) return 'must be an OpenAPI document: it has no field openapi or swagger.'
  const isKnown = skeleton.openapi === undefined ? /^2(\.0)?$/.test(version) : /^3\.[01](\.\d+)?$/.test(version)
  if (!isKnown) return `must be an OpenAPI document of version 2.0, 3.0 or 3.1, but says ${version.slice(0, 40)}.`
  const title = textOf(skeleton.title)
  const api_version = textOf(skeleton.version)
  if (title === null && api_version === null) return 'must have info with a title and a version.'
  if (skeleton.operations === null && !(version.startsWith('3.1') && skeleton.hasOther)) return 'must have paths.'
  const operations = (skeleton.operations ?? []).map(([method, path, summary]) => ({
    method: method.toUpperCase(),
    path: path.slice(0, LONGEST),
    summary: textOf(summary),
  }))
  return { version: /^2$/.test(version) ? '2.0' : version, title, api_version, operations }
}
