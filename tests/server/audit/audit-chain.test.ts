import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/core/periods.ts'
import { beginChains } from '../../../src/server/store/audit/audit-adoption.ts'
import { appendEntries, type Content } from '../../../src/server/store/audit/audit-chain.ts'
import { dropOldEntries } from '../../../src/server/store/audit/audit-retention.ts'
import { type Verdict, verifyAll, verifyChain } from '../../../src/server/store/audit/audit-verification.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { openStore, type TestStore } from '../../support/store.ts'

const sealing = createSecretCipher('the key of this test')
const NOW = Date.UTC(2026, 5, 1)

let store: TestStore
let chain = 1000
beforeAll(async () => {
  store = await openStore()
  await beginChains(store.database.db, sealing, NOW)
})
afterAll(() => store.stop())
// Each test has a chain of its own.
beforeEach(() => {
  chain += 1
})

const entry = (change: Partial<Content> = {}): Content => ({
  id: newId(),
  time: NOW,
  project_key: chain,
  org_id: null,
  actor: { kind: 'account', id: 'a' },
  ip: '192.0.2.1',
  user_agent: null,
  resource: { type: 'monitor', id: 'm', name: 'One' },
  action: 'monitor.update',
  changes: [{ path: 'name', before: 'a', after: { zeta: 1.5, alpha: ['ü', null, 1e21, -0] } }],
  request_id: 'r',
  ...change,
})

const write = (...entries: Content[]) =>
  store.database.db.transaction().execute((tx) => appendEntries(tx, sealing, entries, NOW))
const writeMany = async (count: number) => write(...Array.from({ length: count }, () => entry()))
const verify = (of = chain, key = sealing): Promise<Verdict> => verifyChain(store.database.db, key, of)

type Statement = ReturnType<typeof sql>

/** Changes that only the database's owner can make: runs without the triggers. */
const tamper = (...statements: Statement[]) =>
  store.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
  })

describe('a chain', () => {
  test('of many entries is valid, written one by one, together, or concurrently', async () => {
    await writeMany(2100)
    await Promise.all(Array.from({ length: 30 }, () => write(entry())))
    expect(await verify()).toMatchObject({ checked: 2130, fault: null, newest: { number: 2130 } })
  })

  test('is valid whatever its entries contain', async () => {
    const content = fc.record({
      time: fc.integer({ min: 0, max: 4e12 }),
      ip: fc.option(fc.string({ unit: 'grapheme' }).filter(isStorable)),
      changes: fc.array(fc.record({ path: fc.string().filter(isStorable), before: storable, after: storable })),
      actor: fc.record({ kind: fc.constant('account'), id: fc.option(fc.string().filter(isStorable)) }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 8 }), async (entries) => {
        chain += 1
        await write(...entries.map((each) => entry(each)))
        expect(await verify()).toMatchObject({ checked: entries.length, fault: null })
      }),
      { numRuns: 60 },
    )
  })

  test('that was never started is empty and intact', async () => {
    expect(await verify()).toMatchObject({ checked: 0, newest: null, fault: null })
  })

  test('belongs to its installation: another key is detected', async () => {
    await writeMany(3)
    expect((await verify(chain, createSecretCipher('another'))).fault).toMatchObject({ why: 'wrong_key', number: 1 })
  })
})

describe('tampering with a chain is detected', () => {
  const ways: Record<string, { how: () => Statement | Statement[]; why: string; number: number }> = {
    'an entry changed': {
      how: () =>
        sql`update audit set resource = jsonb_set(resource, '{name}', '"Two"') where chain = ${chain} and number = 4`,
      why: 'changed',
      number: 4,
    },
    'a time changed': {
      how: () => sql`update audit set time = time + 1 where chain = ${chain} and number = 7`,
      why: 'changed',
      number: 7,
    },
    'two entries swapped': {
      // One after the other: in one statement the rows' order on disk decides whether a number is taken.
      how: () => [
        sql`update audit set number = -5 where chain = ${chain} and number = 3`,
        sql`update audit set number = 3 where chain = ${chain} and number = 5`,
      ],
      why: 'added',
      number: -5,
    },
    'an entry removed': {
      how: () => sql`delete from audit where chain = ${chain} and number = 5`,
      why: 'missing',
      number: 5,
    },
    'the first entries removed': {
      how: () => sql`delete from audit where chain = ${chain} and number <= 2`,
      why: 'missing',
      number: 1,
    },
    'the newest entries removed': {
      how: () => sql`delete from audit where chain = ${chain} and number > 8`,
      why: 'missing',
      number: 9,
    },
    'all entries removed': {
      how: () => sql`delete from audit where chain = ${chain}`,
      why: 'missing',
      number: 1,
    },
    'an entry added at the end': {
      how: () => sql`insert into audit (id, time, project_key, actor, resource, action, changes, request_id, number, hash)
        select 'x' || ${chain}, time, project_key, actor, resource, action, changes, request_id, 11, hash from audit
        where chain = ${chain} and number = 10`,
      why: 'added',
      number: 11,
    },
    'the newest entries removed, and the end set back': {
      how: () => sql`with gone as (delete from audit where chain = ${chain} and number > 8)
        update audit_chain c set number = 8, hash = a.hash from audit a where c.chain = ${chain} and a.chain = ${chain} and a.number = 8`,
      why: 'changed',
      number: 8,
    },
    'the oldest entries removed, and told as dropped': {
      how: () => sql`with gone as (delete from audit where chain = ${chain} and number < 4)
        update audit_chain c set dropped = 3, dropped_hash = a.hash from audit a where c.chain = ${chain} and a.chain = ${chain} and a.number = 3`,
      why: 'changed',
      number: 10,
    },
    'the end of the chain removed': {
      how: () => sql`delete from audit_chain where chain = ${chain}`,
      why: 'missing',
      number: 1,
    },
  }

  test.each(Object.entries(ways))('%s', async (_, { how, why, number }) => {
    await writeMany(10)
    await tamper(...[how()].flat())
    expect((await verify()).fault).toMatchObject({ why, number })
    // What is written afterwards does not heal it.
    if (number !== 11 && !/end of the chain/.test(_)) {
      await write(entry())
      expect((await verify()).fault).not.toBeNull()
    }
  })

  test('two swapped entries', async () => {
    await writeMany(10)
    await tamper(sql`update audit a set id = 's' || a.id, resource = b.resource, action = 'monitor.delete', hash = b.hash
      from audit b where a.chain = ${chain} and b.chain = ${chain} and a.number = 3 and b.number = 4`)
    expect((await verify()).fault).toMatchObject({ why: 'changed', number: 3 })
  })

  test('an inserted entry, with all later ones renumbered', async () => {
    await writeMany(6)
    await tamper(sql`update audit set number = -number where chain = ${chain} and number > 3`)
    await tamper(sql`update audit set number = 1 - number where chain = ${chain} and number < 0`)
    await tamper(sql`insert into audit (id, time, project_key, actor, resource, action, changes, request_id, number, hash)
      select 'y' || ${chain}, time, project_key, actor, resource, action, changes, request_id, 4, hash from audit
      where chain = ${chain} and number = 3`)
    await tamper(sql`update audit_chain set number = 7 where chain = ${chain}`)
    expect((await verify()).fault).toMatchObject({ why: 'added', number: 4 })
  })

  test('any one thing changed, removed or renumbered in a chain of any length', async () => {
    const deed = fc.constantFrom('change', 'remove', 'action', 'actor', 'hash')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(), deed, async (length, at, what) => {
        chain += 1
        await writeMany(length)
        const number = 1 + (at % length)
        const where = sql`chain = ${chain} and number = ${number}`
        if (what === 'remove') await tamper(sql`delete from audit where ${where}`)
        else if (what === 'change') await tamper(sql`update audit set changes = '[]' where ${where}`)
        else if (what === 'action') await tamper(sql`update audit set action = action || 'd' where ${where}`)
        else if (what === 'hash') await tamper(sql`update audit set hash = sha256(hash) where ${where}`)
        else await tamper(sql`update audit set actor = jsonb_set(actor, '{id}', '"b"') where ${where}`)
        expect((await verify()).fault).toMatchObject({ why: what === 'remove' ? 'missing' : 'changed', number })
      }),
      { numRuns: 40 },
    )
  })

  test('a whole chain removed with its end', async () => {
    await writeMany(2)
    const faults = async () => {
      const found: (Verdict | null)[] = []
      for await (const verdict of verifyAll(store.database.db, sealing)) found.push(verdict)
      return found
    }
    const before = (await faults()).filter((verdict) => verdict === null).length
    await tamper(
      sql`with gone as (delete from audit where chain = ${chain}) delete from audit_chain where chain = ${chain}`,
    )
    expect((await faults()).filter((verdict) => verdict === null).length).toBe(1)
    expect(before).toBeLessThanOrEqual(1)
    expect((await verify()).fault).toMatchObject({ why: 'missing' })
  })
})

describe('the log', () => {
  test('refuses changes, deletions and truncation of entries, and deletion of an end', async () => {
    await writeMany(1)
    const { db } = store.database
    for (const statement of [
      sql`update audit set action = 'x' where chain = ${chain}`,
      sql`update audit set number = null where chain = ${chain}`,
      sql`delete from audit where chain = ${chain}`,
      sql`truncate audit`,
      sql`delete from audit_chain where chain = ${chain}`,
      sql`truncate audit_chain`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('append-only')
    await expect(
      sql`insert into audit (id, time, actor, resource, action, changes, request_id)
        values ('z', 0, '{}', '{}', 'x.y', '[]', 'r')`.execute(db),
    ).rejects.toThrow('audit_chained')
    expect((await verify()).fault).toBeNull()
  })

  test('keeps 13 months even from a fake upkeep', async () => {
    await write(entry({ time: Date.now() - 390 * DAY_MS }))
    const drop = store.database.db.transaction().execute(async (tx) => {
      await sql`select set_config('sonde.audit_upkeep', 'retention', true)`.execute(tx)
      await sql`delete from audit where chain = ${chain}`.execute(tx)
    })
    await expect(drop).rejects.toThrow('append-only')
  })

  test('deletes entries after 13 months, and the rest stays valid and continues', async () => {
    const { db } = store.database
    // The database's clock counts too: an entry is old when it is by both.
    const { rows } = await sql<{ now: number }>`select (extract(epoch from now()) * 1000)::bigint as now`.execute(db)
    const now = rows[0]?.now ?? 0
    await dropOldEntries(db, sealing, now)
    const old = now - 420 * DAY_MS
    await write(entry({ time: old }), entry({ time: old + 1 }), entry({ time: now }), entry({ time: old }))
    expect(await dropOldEntries(db, sealing, now)).toBe(2)
    expect(await verify()).toMatchObject({ checked: 2, dropped: 2, fault: null })
    await write(entry())
    expect(await dropOldEntries(db, sealing, now)).toBe(0)
    expect(await verify()).toMatchObject({ checked: 3, dropped: 2, newest: { number: 5 }, fault: null })
    await tamper(sql`delete from audit where chain = ${chain} and number = 3`)
    expect((await verify()).fault).toMatchObject({ why: 'missing', number: 3 })
  })
})

test('older entries are adopted once, in order; a later one without a number is not', async () => {
  const before = await openStore()
  const { db } = before.database
  const plant = (count: number) =>
    db.transaction().execute(async (tx) => {
      await sql`alter table audit drop constraint if exists audit_chained`.execute(tx)
      await sql`insert into audit (id, time, project_key, actor, resource, action, changes, request_id)
        select 'p' || ${Math.random()} || n, n, case n % 3 when 0 then null else n % 3 end, '{"kind":"account","id":"a"}',
          '{"type":"monitor","id":"m","name":"é"}', 'monitor.update', '[{"path":"x","before":1.50,"after":null}]', 'r'
        from generate_series(1, ${count}) n`.execute(tx)
    })
  await plant(4500)
  expect(await beginChains(db, sealing, NOW)).toBe(4500)
  for (const key of [0, 1, 2])
    expect(await verifyChain(db, sealing, key)).toMatchObject({ checked: 1500, begun: NOW, fault: null })
  await plant(3)
  expect(await beginChains(db, sealing, NOW)).toBe(0)
  expect((await verifyChain(db, sealing, 1)).fault).toMatchObject({ why: 'added' })
  await before.stop()
})

const isStorable = (text: string): boolean => !/\0|[\ud800-\udfff]/.test(text)
const storable = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => isStorable(JSON.stringify(value)) && !/\\u(0000|d[89a-f])/i.test(JSON.stringify(value)))
