import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { substitute, substitutePlain, unknownEscapeIn } from '../../src/domain/core/placeholders.ts'
import { openDatabase } from '../../src/server/store/core/database.ts'
import { migrateWithin } from '../../src/server/store/core/migrate.ts'
import { emptyDatabase, rowsOf } from '../backup/commands.ts'

type Doc = { request: { body: string; url: string }; meta: { name: string } }

const VALUES = { A: 'a"b', B_1: '{{ A }}' }

const braces = fc.constantFrom(
  ...[
    '{{',
    '}}',
    '{',
    '}',
    ' ',
    '  ',
    '\n',
    '\t',
    '|',
    "'",
    "'{{'",
    'A',
    'B_1',
    'json',
    'xml',
    'upper',
    '"',
    '\\',
    'é',
  ],
  ...['{{ A | json }}', '{{A|url}}', "{{ '{{' }}", '{{ A }}', '%%A%%', '{{ A | upper }}'],
)

test('monitors from before escapes go on sending what stood in their texts', async () => {
  const fresh = await emptyDatabase()
  onTestFinished(fresh.drop)
  const database = openDatabase(fresh.url, { connections: 1 })
  onTestFinished(database.close)
  await migrateWithin(database.db, '0082-deleted-dependencies')
  const texts = fc.sample(fc.array(braces, { minLength: 1, maxLength: 12 }), 400).map((parts) => parts.join(''))
  const url = 'https://shop.example.com/{{A|url}}'
  const docs = texts.map((body) => ({ request: { body, url, headers: [] }, meta: { name: '{{ A | json }}' } }))
  const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`
  const rows = (kind: string) =>
    docs.map((doc, at) => `('${kind}${at}', 1, '${kind}', 'x', ${quoted(doc)}, 'me', 1, 1)`).join(',')
  await rowsOf(
    fresh.url,
    `set session_replication_role = replica;
     insert into object (id, project_key, kind, name, doc, owner, created, last_update) values ${rows('monitor')}, ${rows('webhook')};
     insert into deleted_monitor (key, id, project_key, name, doc, owner, created, last_update, deleted, schedule_keys)
       values (9000, 'gone', 1, 'x', ${quoted(docs[0])}, 'me', 1, 1, 1, '{}');`,
  )
  await migrateWithin(database.db, '0083-braces-as-written')
  const stored = await rowsOf<{ kind: string; doc: Doc }>(fresh.url, 'select kind, doc from object order by key')
  const monitors = stored.filter(({ kind }) => kind === 'monitor').map(({ doc }) => doc)
  for (const [at, { request, meta }] of monitors.entries()) {
    expect(substitute(request.body, VALUES).text).toBe(substitutePlain(texts[at] ?? '', VALUES))
    expect(unknownEscapeIn(request.body)).toBeNull()
    expect([request.url, meta.name]).toEqual(["https://shop.example.com/{{ '{{' }}A|url}}", '{{ A | json }}'])
  }
  // Alerts have no such placeholders.
  expect(stored.filter(({ kind }) => kind === 'webhook').map(({ doc }) => doc)).toEqual(docs)
  const [gone] = await rowsOf<{ doc: Doc }>(fresh.url, 'select doc from deleted_monitor')
  expect(gone?.doc.request).toEqual(monitors[0]?.request)
})
