type Json = unknown

/**
 * A body with one thing wrong: what it is, the field that an answer must name, and whether it is wrong for certain. `longer` makes one
 * with a text that is too long for the few fields that take long ones.
 */
export type Mutation = { what: string; names: string; isWrong: boolean; body: Json; longer?: () => Json }

const wrongsWith = (long: string): Json[] => [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  long,
  '\u0000',
  '\ud800',
  '😀'.repeat(50),
  [],
  [null],
  {},
  [[[]]],
  { a: { b: 1 } },
]

/** Beside an over-long text, the rest of a body. */
const REST_BYTES = 4_096

/**
 * Every field of a body, at every depth: left out, of each wrong type, over-long, and with an unknown one beside it. Nothing is larger than
 * the endpoint takes: what that does is another law's.
 */
export function* mutationsOf(body: Record<string, Json>, maxBodyBytes: number): Generator<Mutation> {
  const most = maxBodyBytes - REST_BYTES
  const long = 'x'.repeat(Math.min(100_000, most))
  const longer = Math.min(2_000_000, most)
  for (const wrong of [null, [], 'text', 5])
    yield { what: `body = ${JSON.stringify(wrong)}`, names: '', isWrong: true, body: JSON.stringify(wrong) }
  for (const path of pathsOf(body)) {
    const name = String(path.at(-1))
    yield { what: `${path.join('.')} left out`, names: '', isWrong: false, body: changed(body, path, undefined) }
    for (const wrong of wrongsWith(long))
      yield {
        what: `${path.join('.')} = ${JSON.stringify(wrong).slice(0, 30)}`,
        names: /^\d+$/.test(name) ? '' : name,
        isWrong: wrong === long && typeof valueAt(body, path) === 'string',
        body: changed(body, path, wrong),
        ...(wrong === long && longer > long.length && { longer: () => changed(body, path, 'x'.repeat(longer)) }),
      }
  }
  yield { what: 'an unknown field', names: 'no_such_field', isWrong: true, body: { ...body, no_such_field: 1 } }
}

type Path = (string | number)[]

const isParent = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null

const pathsOf = (value: Record<string, Json>, above: Path = []): Path[] =>
  Object.entries(value).flatMap(([key, child]) => {
    const path = [...above, key]
    return [path, ...(isParent(child) ? pathsOf(child, path) : [])]
  })

const valueAt = (value: Json, path: Path): Json =>
  path.reduce<Json>((inner, step) => (isParent(inner) ? inner[String(step)] : undefined), value)

const changed = (body: Record<string, Json>, path: Path, value: Json): Json => {
  const copy = structuredClone(body)
  const parent = valueAt(copy, path.slice(0, -1))
  const last = String(path.at(-1))
  if (isParent(parent)) {
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return copy
}
