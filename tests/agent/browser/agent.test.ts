import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserAccount } from '../../../src/agent/browser/account.ts'
import { findChromium } from '../../../src/agent/browser/find-chromium.ts'
import { profileFolder } from '../../../src/agent/browser/profile.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { serverNow, start } from '../started-agent.ts'
import { httpServer } from '../world.ts'
import { browserJob, chromiumPath, page } from './bench.ts'

const folder = profileFolder(browserAccount())
/** Profiles of this process's browsers. */
const profiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith(`sonde-browser-${process.pid}-`))

/** The processes of Chromium that belong to a profile. */
const processesOf = (profile: string): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(profile))

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const bytesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path))

test('an agent with a Chromium announces it, runs the tests that it gets, and sends their pictures', async () => {
  const server = await serverNow()
  const facts: { uid: number; environment: string }[] = []
  let agentFolder = ''
  const port = await httpServer((request, response) => {
    if (request.url === '/')
      for (const profile of profiles())
        for (const pid of processesOf(profile))
          facts.push({ uid: statSync(`/proc/${pid}`).uid, environment: readFileSync(`/proc/${pid}/environ`, 'utf8') })
    page(response, '<title>Fine</title><h1>Fine</h1>')
  })
  server.refuse = () => {
    // Before the server has the result, its picture waits on disk, and nobody can read it there.
    const [all] = [Buffer.concat(bytesIn(agentFolder))]
    expect(all.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    return null
  }
  process.env.SONDE_SECRET_OF_TEST = 'must-not-be-seen'
  const agent = start(server, { SONDE_CHROMIUM: await chromiumPath() })
  agentFolder = agent.directory
  server.offer(browserJob(`http://127.0.0.1:${port}/`))
  await server.until(() => server.pictures.has('job-1/0'))
  delete process.env.SONDE_SECRET_OF_TEST
  expect(server.asked[0]).toMatchObject({ program: { capabilities: ['browser', 'calls-0.6'] } })
  expect(server.results.get('job-1')).toMatchObject({ result_category: 'PASS', http_code: 200 })
  expect([...(server.pictures.get('job-1/0') ?? Buffer.alloc(0)).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(facts.length).toBeGreaterThan(1)
  for (const { uid, environment } of facts) {
    if (process.getuid?.() === 0) expect(uid).not.toBe(0)
    expect(environment).not.toMatch(/SONDE|must-not-be-seen/)
  }
  const [profile = ''] = profiles()
  expect(statSync(join(folder, profile)).mode & 0o077).toBe(0)
  agent.stop()
  await agent.ended
  expect(existsSync(join(folder, profile))).toBe(false)
  expect(processesOf(profile)).toEqual([])
})

test('an agent without a Chromium says how to get one, and only then', async () => {
  const missing = join(temporaryFolder(), 'chromium')
  expect(await findChromium(missing)).toEqual({
    absent: `Browser tests are off: SONDE_CHROMIUM is ${missing}, but there is no such file. Install one (Debian: apt-get install chromium), or set SONDE_CHROMIUM to the path of its program.`,
  })
  expect(await findChromium('/bin/true')).toMatchObject({
    absent: expect.stringContaining('/bin/true does not start (it says no version of Chromium)'),
  })
  const server = await serverNow()
  const agent = start(server, { SONDE_CHROMIUM: 'off' })
  server.offer(browserJob('http://127.0.0.1:1/'))
  await server.until(() => server.results.has('job-1'))
  expect(server.asked[0]).toMatchObject({ program: { capabilities: ['calls-0.6'] } })
  expect(server.results.get('job-1')).toMatchObject({ result_category: 'WARNING', exception_type: 'agent' })
  expect(agent.said.filter((line) => line.includes('rowser'))).toEqual([])
})
