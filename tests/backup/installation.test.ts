import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../src/server/configuration.ts'
import { openServer } from '../../src/server/server.ts'
import { type Reporter, runsOf, startReporter } from '../faults/reporter.ts'
import { joinAgent, reportOf } from '../support/agent.ts'
import { apiWith } from '../support/api.ts'
import { openPrograms } from '../support/built-programs.ts'
import { eventually } from '../support/eventually.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import type { Programs } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { rowsOf } from './commands.ts'

let programs: Programs
let installation: Installation
let reporter: Reporter

beforeAll(async () => {
  programs = await openPrograms()
  installation = await openInstallation(programs)
  const monitors = await makeMonitors(
    installation,
    Array.from({ length: 20 }, (_, index) => `http://localhost:${index + 1}/`),
  )
  const hand = await joinAgent(installation.api, installation.joinToken, 'hand')
  await makeSchedule(installation, monitors, { everySeconds: 5, locations: ['local', 'hand'] })
  const [location] = await installation.query<{ key: number }>("select key from location where id = 'hand'")
  reporter = startReporter(hand, location?.key ?? 0, monitors, Date.now)
})
afterAll(async () => {
  await reporter?.stop()
  await installation?.close()
})

/** Runs the built program as a person would. */
const sonde = async (dataDir: string, ...words: string[]): Promise<{ code: number; said: string }> => {
  const child = spawn(process.execPath, [programs.server, ...words], {
    env: { PATH: process.env.PATH, HOME: installation.folder, SONDE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  const [code] = await once(child, 'close')
  return { code, said }
}
const acknowledgedMore = (count: number) => {
  const before = reporter.acknowledged.size
  return eventually(async () => reporter.acknowledged.size >= before + count, { what: `${count} more receipts` })
}

test('a backup made while results arrive is consistent, and works elsewhere', async () => {
  await acknowledgedMore(200)
  const before = [...reporter.acknowledged]
  const dir = join(temporaryFolder(), 'backup')
  const dataDir = join(installation.folder, 'data')
  const [made] = await Promise.all([sonde(dataDir, 'backup', dir), acknowledgedMore(50)])
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('Keep ') })
  expect(await sonde(dataDir, 'backup', '--verify', dir)).toMatchObject({ code: 0 })
  const elsewhere = join(temporaryFolder(), 'data')
  mkdirSync(elsewhere, { mode: 0o711 })
  copyFileSync(join(dataDir, 'secret-key'), join(elsewhere, 'secret-key'))
  expect(await sonde(elsewhere, 'restore', dir)).toMatchObject({ code: 0, said: expect.stringContaining('Restored') })
  expect(await sonde(elsewhere, 'audit', 'verify')).toMatchObject({
    code: 0,
    said: expect.stringContaining('The audit log is intact'),
  })

  const began = Date.now()
  const log: string[] = []
  const server = await openServer({
    configuration: readConfiguration({ PORT: '0', SONDE_DATA_DIR: elsewhere }, () => {}),
    log: (line) => log.push(line),
    onStep: () => {},
    clock: Date.now,
    agent: null,
  })
  onTestFinished(server.stop)
  // The join token is encrypted: the same value shows that the key decrypts the restored data.
  expect(server.joinToken).toBe(installation.joinToken)
  const url = await eventually(async () => server.services.database.dedicated())
  await url.connect()
  const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await url.query(text, values)).rows as Row[]
  try {
    const [stored] = await ask<{ found: number }>(
      `select count(*)::int as found from json_to_recordset($1::json)
       as run(target_key int, due bigint, location_key int, source int, attempt int)
       join result using (target_key, due, location_key, source, attempt)
       join result_detail using (target_key, due, location_key, source, attempt)`,
      [JSON.stringify(runsOf(before))],
    )
    expect(stored?.found).toBe(before.length)
    const [sums] = await ask<{ results: number; details: number; hours: number; used: number }>(
      `select (select count(*)::int from result) as results, (select count(*)::int from result_detail) as details,
        (select count(*)::int from result r join rollup_stale s
          on s.kind = 1 and s.target_key = r.target_key and r.due >= s.hour and r.due < s.hour + 3600000)
        + (select coalesce(sum(pass + slow + warning + fail), 0)::int from rollup h where kind = 1 and location_key > 0 and not exists (
          select from rollup_stale s where s.kind = 1 and s.target_key = h.target_key and s.hour = h.start)) as hours,
        (select sum(runs)::int from usage) as used`,
    )
    expect(sums).toEqual({
      results: sums?.results,
      details: sums?.results,
      hours: sums?.results,
      used: sums?.results,
    })
    // Runs of a joining agent are on time: those between backup and restore are missed, not made up for.
    const api = apiWith(server.url, installation.api.key)
    const hand = await joinAgent(api, server.joinToken, 'hand')
    const jobs = await eventually(async () => {
      const leased = await hand.work(100, 1)
      // An unreported run would block the ones after it.
      await hand.report(...leased.map((job) => reportOf(job)))
      const due = leased.filter((job) => Date.parse(job.due) > began)
      return due.length > 0 && due
    })
    for (const job of jobs) expect(Date.parse(job.due)).toBeGreaterThan(Date.now() - 60_000)
    await eventually(async () => {
      const [late] = await ask<{ late: number }>('select count(*)::int as late from slot where next_due <= $1', [
        Date.now(),
      ])
      return late?.late === 0
    })
  } finally {
    await url.end()
  }
})

test('the server of a running installation is not a superuser of its database', async () => {
  const [server] = await rowsOf<{ name: string; rolsuper: boolean }>(
    installation.databaseUrl(),
    `select distinct usename as name, rolsuper from pg_stat_activity join pg_roles on rolname = usename
     where application_name = 'sonde'`,
  )
  expect(server).toEqual({ name: 'sonde_server', rolsuper: false })
})

test('a running installation is not restored into, and a failed command prints one sentence', async () => {
  const dataDir = join(installation.folder, 'data')
  const dir = join(temporaryFolder(), 'backup')
  await sonde(dataDir, 'backup', dir)
  const refused = await sonde(dataDir, 'restore', dir)
  expect(refused.code).toBe(1)
  expect(refused.said.trim().split('\n').at(-1)).toMatch(/^The data directory .* is in use by process \d+/)
  expect(readdirSync(dir).sort()).toEqual(['manifest.json', 'manifest.signature', 'tables'])
})
