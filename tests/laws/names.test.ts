import { type Type, type } from 'arktype'
import { expect, test } from 'vitest'
import { served } from '../../src/contract/aliases.ts'
import { flatten } from '../../src/server/http/definition.ts'

/** Fields that a person fills and that are called like a name, and why they take any character. */
const OTHERS: Readonly<Record<string, string>> = {
  'parts[].name': 'the name of a form field, which the monitored API chose',
  'parts[].file_name': 'is sent to the monitored API as it is',
  'locator.name': 'is searched in a page that others made',
  'locator.label': 'the same',
  'components[].tags': 'names tags that monitors have already',
  username: 'a credential of another service',
  'request.tls_name': 'a host, which its own rule checks',
  'parameters.labels': 'labels of another service, with their own rules',
}

const CALLED = /(^|_)(name|title|label|labels|username|nickname)$/

type Field = { readonly path: string; readonly definition: unknown }

/** Every field of a definition, at every depth, by its path. */
function* fieldsOf(definition: unknown, path = ''): Generator<Field> {
  if (Array.isArray(definition)) {
    const inner = definition[1] === '[]' ? `${path}[]` : path
    for (const part of definition) if (typeof part === 'object') yield* fieldsOf(part, inner)
    return
  }
  for (const [key, child] of Object.entries(flatten(definition))) {
    const at = `${path === '' ? '' : `${path}.`}${key.replace(/\?$/, '')}`
    yield { path: at, definition: child }
    yield* fieldsOf(child, at)
  }
}

const ODD = ['Na\u0007me', 'Na\nme', 'Na\u0085me', 'Na\u2028me', 'Na\u2029me', '\u009b31mName', 'Name\r']

const compiled = new Map<unknown, Type>()
const takes = (definition: unknown, value: unknown): boolean => {
  const made = compiled.get(definition) ?? (type.raw(definition) as Type)
  compiled.set(definition, made)
  return made.allows(value)
}

const named = Object.entries(served).flatMap(([endpoint, { body, for: reader }]) =>
  reader !== 'person' || body === undefined
    ? []
    : [...fieldsOf(body)].flatMap(({ path, definition }) => {
        const name = path.split('.').at(-1) ?? ''
        const isName = CALLED.test(name) && takes(definition, 'Name')
        const isTags = name === 'tags' && takes(definition, ['Name'])
        return isName || isTags
          ? [{ endpoint, path, definition, wrap: (text: string) => (isTags ? [text] : text) }]
          : []
      }),
)
const reasonFor = (path: string): string | undefined =>
  Object.entries(OTHERS).find(([other]) => path.endsWith(other))?.[1]

test('every name, title, label and tag that a person writes refuses control characters, or takes them for a reason', () => {
  expect(named.length).toBeGreaterThan(60)
  const open = named.filter(({ definition, wrap }) => ODD.some((text) => takes(definition, wrap(text))))
  expect(open.filter(({ path }) => !reasonFor(path)).map(({ endpoint, path }) => `${endpoint}: ${path}`)).toEqual([])
  const unused = Object.keys(OTHERS).filter((other) => !open.some(({ path }) => path.endsWith(other)))
  expect(unused).toEqual([])
})
