import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { eventually } from '../support/eventually.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { openRotatingProvider, type RotatingProvider } from '../support/rotating-provider.ts'

type Token = { id: string; status: string; issued: string | null; problem: string | null }

/** Two servers on one database, as processes, and two providers: one repeats a lost answer, the other takes it for theft. */
let first: Installation
let second: Installation
let forgiving: RotatingProvider
let strict: RotatingProvider
const closing: (() => unknown)[] = []
beforeAll(async () => {
  const programs = await openPrograms()
  closing.push(programs.remove)
  const env = { SONDE_ALLOW_PRIVATE: '127.0.0.1', SONDE_SECRET_KEY: 'a key that both of the servers have' }
  first = await openInstallation(programs, env)
  closing.push(first.close)
  second = await openInstallation(programs, { ...env, DATABASE_URL: first.databaseUrl() })
  closing.push(second.close)
  forgiving = await openRotatingProvider({ forgives: true })
  closing.push(forgiving.close)
  strict = await openRotatingProvider({ forgives: false })
  closing.push(strict.close)
}, 180_000)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** A token whose refresh token the provider has just handed out. */
const newToken = async (provider: RotatingProvider): Promise<string> => {
  const { api } = first
  const { id: auth_id } = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      authorize_url: `${provider.url}/authorize`,
      token_url: `${provider.url}/token`,
      grant_types: ['authorization_code'],
      client_auth: 'none',
    },
    keys: { client_id: 'sonde' },
  })
  const { id } = await api.post<Token>('/api/2/tokens/', {
    meta: { name: 'Production', auth_id },
    token: {
      access_token: 'an access token',
      refresh_token: provider.newFamily(),
      expire_time: new Date(Date.now() + 7_200_000).toISOString(),
    },
  })
  return id
}
const read = (id: string) => first.api.get<Token>(`/api/2/tokens/${id}/`)
const refresh = (server: Installation, id: string) => server.api.call('POST', `/api/3/tokens/${id}/refresh`)
const keyOf = `token_key = (select key from object where id = $1)`

/** Locks a token as the transaction that stores a refresh would wait for it; returns how to let go. */
const lockToken = async (id: string): Promise<{ waiters(): Promise<number>; release(): Promise<void> }> => {
  const client = new Client({ connectionString: first.databaseUrl() })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from object where id = $1 for update', [id])
  return {
    waiters: async () => {
      const [row] = await first.query<{ many: number }>(
        "select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock'",
      )
      return row?.many ?? 0
    },
    release: async () => {
      await client.query('rollback')
      await client.end()
    },
  }
}

/** Kills the second server after the provider has rotated the refresh token, and before that is stored. */
const killBetween = async (provider: RotatingProvider, id: string): Promise<void> => {
  const held = provider.hold()
  const lost = refresh(second, id).catch(() => null)
  await held.came
  const lock = await lockToken(id)
  held.release()
  await eventually(async () => (await lock.waiters()) > 0, { what: 'a server that stores what it got' })
  await second.kill()
  await lost
  await lock.release()
}

test('of two servers that refresh a token at once, one asks the provider', async () => {
  const id = await newToken(forgiving)
  const before = forgiving.asked.length
  const held = forgiving.hold()
  const answers = [refresh(first, id), refresh(second, id)]
  await held.came
  // The other one has its answer while the first still waits for the provider.
  expect((await Promise.race(answers)).status).toBe(409)
  held.release()
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(forgiving.asked.length - before).toBe(1)

  // So it is when both find it due.
  const { issued } = await read(id)
  await first.query(`update token_refresh set due = 0 where ${keyOf}`, [id])
  await eventually(async () => (await read(id)).issued !== issued, { what: 'a refresh by itself' })
  expect(forgiving.asked.length - before).toBe(2)
  expect(new Set(forgiving.asked).size).toBe(forgiving.asked.length)
})

test('a server killed before it stored a rotated refresh token: its claim holds, then the next server asks again', async () => {
  const id = await newToken(forgiving)
  const before = forgiving.asked.length
  await killBetween(forgiving, id)
  expect(await read(id)).toMatchObject({ issued: null, problem: null })
  expect((await refresh(first, id)).status).toBe(409)
  expect(forgiving.asked.length - before).toBe(1)
  // As a minute later.
  await first.query(`update token_refresh set claimed_until = 0, due = 0 where ${keyOf}`, [id])
  const { status } = await eventually(async () => {
    const token = await read(id)
    return token.issued !== null && token
  })
  expect(status).toBe('valid')
  const [lost, again] = forgiving.asked.slice(before)
  expect(again).toBe(lost)
  // What is stored is what the provider takes next.
  expect((await refresh(first, id)).status).toBe(200)
  await second.start()
})

test('a provider that takes the repetition for theft leaves a token that says so', async () => {
  const id = await newToken(strict)
  await killBetween(strict, id)
  await first.query(`update token_refresh set claimed_until = 0 where ${keyOf}`, [id])
  expect((await refresh(first, id)).status).toBe(422)
  const { status, problem } = await read(id)
  expect(status).toBe('error')
  expect(problem).toContain('invalid_grant')
  const { results } = await first.api.get<{ results: { title: string }[] }>('/api/2/notifications/?kind=token')
  expect(JSON.stringify(results)).toContain('Production')
})
