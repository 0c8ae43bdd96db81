import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { openFaultyLine } from '../support/faulty-line.ts'
import { signIn } from '../support/person.ts'
import { ADMIN_KEY, ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { openTerminal, runShell } from '../support/terminal.ts'

let running: TestServer
let program: string
let target: Server
let answers = 200
beforeAll(async () => {
  program = (await openPrograms()).cli
  target = createServer((_, response) => response.writeHead(answers).end('ok')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  running = await startServer({ agent: true, terminalFile: program, env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  const address = target.address()
  const port = address && typeof address === 'object' ? address.port : 0
  for (const name of ['Checkout · pay', 'Tax lookup', 'Twin', 'Twin'])
    await running.api.post('/api/2/calls/', {
      meta: { name },
      request: { method: 'GET', url: `http://127.0.0.1:${port}/` },
    })
})
afterAll(async () => {
  await running.stop()
  target.close()
})

type Options = { env?: Record<string, string | undefined>; input?: string; home?: string }

const start = (words: readonly string[], { env = {}, input, home = temporaryFolder() }: Options = {}) =>
  openTerminal(program, words, {
    env: { HOME: home, SONDE_URL: running.server.url, SONDE_API_KEY: ADMIN_KEY, ...env },
    ...(input !== undefined && { input }),
  })
const sonde = (words: string, options?: Options) => start(words.split(' '), options).ended

test('lists are tables with tabs for programs, JSON, and lines of JSON', async () => {
  const table = await sonde('list monitors --columns meta.name,request.method')
  expect(table).toMatchObject({ code: 0 })
  expect(table.out.split('\n').sort()).toEqual(
    ['', 'Checkout · pay\tGET', 'Tax lookup\tGET', 'Twin\tGET', 'Twin\tGET', 'meta.name\trequest.method'].sort(),
  )
  const json: { meta: { name: string } }[] = JSON.parse((await sonde('list monitors --json')).out)
  expect(json.map(({ meta }) => meta.name).sort()).toEqual(['Checkout · pay', 'Tax lookup', 'Twin', 'Twin'])
  const lines = (await sonde('list monitors --jsonl --limit 2')).out.trim().split('\n')
  expect(lines.map((line) => typeof JSON.parse(line).id)).toEqual(['string', 'string'])
  expect((await sonde('list monitors --limit 2')).err).toContain('--all')
  const found = JSON.parse((await sonde('list monitors --search tax --json --columns meta.name')).out)
  expect(found).toEqual([{ 'meta.name': 'Tax lookup' }])
})

test('output that a full disk does not take whole is told, and is no success', async () => {
  const file = join(temporaryFolder(), 'help.txt')
  // A file may not have more than one block: as on a full disk, its beginning is written.
  const whole = spawnSync(process.execPath, [program, 'help']).stdout.length
  const line = `trap '' XFSZ; ulimit -f 1; exec "${process.execPath}" "${program}" help > "${file}"`
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  expect(statSync(file).size).toBeLessThan(whole)
  expect(status).toBe(2)
  expect(stderr).toContain('Standard output cannot be written')
})

test('output that a device refuses is told, and is no success', async () => {
  const env = { HOME: temporaryFolder(), SONDE_URL: running.server.url, SONDE_API_KEY: ADMIN_KEY }
  const commands = ['help', 'list monitors', 'list monitors --json', 'list monitors -o name', 'list monitors --watch']
  for (const words of commands) {
    const line = `"${process.execPath}" "${program}" ${words} > /dev/full; echo "code $?"`
    expect([words, await runShell('sh', ['-c', line], env)]).toEqual([
      words,
      expect.stringMatching(/sonde: Standard output cannot be written: .*\n(?:.*\n)*code 2\n$/),
    ])
  }
})

test('a run that is waited for passes with 0 and fails with 1, and CI gets its report', async () => {
  const report = join(temporaryFolder(), 'report.xml')
  answers = 200
  const passed = await start(['run', 'monitor', 'checkout-pay', '--wait', '--junit', report]).ended
  expect(passed).toMatchObject({ code: 0, out: expect.stringMatching(/^PASS {2}Checkout · pay/) })
  expect(readFileSync(report, 'utf8')).toMatch(/<testsuites name="sonde" tests="1" failures="0" errors="0"/)
  answers = 500
  const failed = await start(['run', 'monitor', 'checkout-pay,tax-lookup', '--wait', '--junit', report]).ended
  answers = 200
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('FAIL  Tax lookup') })
  const xml = readFileSync(report, 'utf8')
  expect(xml).toMatch(/tests="2" failures="2"/)
  expect(xml.match(/<failure message="[^"<>]+" type="FAIL">[^<>]+<\/failure>/g)).toHaveLength(2)
  // The report of an earlier command does not pass for that of one that was refused.
  const refused = await start(['run', 'monitor', 'nothing-like-it', '--wait', '--junit', report]).ended
  expect(refused.code).toBe(2)
  const instead = readFileSync(report, 'utf8')
  expect(instead).toMatch(/tests="1" failures="0" errors="1"/)
  expect(instead).toMatch(/<error message="No monitor is called nothing-like-it\.[^"<>]*"\/>/)
  const quick = await sonde('run monitor checkout-pay --json')
  expect(JSON.parse(quick.out).runs).toMatchObject([{ name: 'Checkout · pay', category: null }])
})

test('a wrong line says what is wrong and what may be meant, with 2', async () => {
  const wrong = async (words: string) => {
    const { code, err, out } = await sonde(words)
    expect([words, code, out]).toEqual([words, 2, ''])
    return err
  }
  expect(await wrong('lst monitors')).toContain('Did you mean list monitors')
  expect(await wrong('show monitor chekcout-pay')).toContain('Did you mean checkout-pay')
  expect(await wrong('show monitor twin')).toMatch(
    /2 monitors are called twin\. Name one by its id: \S+ \(.*\), \S+ \(/,
  )
  expect(await wrong('run monitor')).toContain('Usage: sonde run monitor <monitor>')
  // A script whose variable is empty reaches no other server than the one that it means.
  for (const empty of ['', ' '])
    expect(await start(['list', 'monitors', '--server', empty]).ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('--server is empty'),
    })
  expect(await wrong('open monitors')).toContain('needs the web app')
  expect(await wrong('list monitors --serch x')).toContain('has no --serch. Did you mean --search?')
  expect(await wrong('list monitors --output x.csv')).toContain('It works with downloads')
  expect(await wrong('list monitors --columns nme')).toContain('No row has the column nme. Fields: id, meta')
  expect(await wrong('run monitor checkout-pay --junit x.xml')).toContain('has no effect without --wait')
  expect(await wrong('sevre')).toContain('Did you mean serve')
})

test('what is permanent shows what it touches, and is done only with --yes', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Short-lived' },
    request: { method: 'GET', url: 'http://127.0.0.1:1/' },
  })
  const asked = await sonde('delete monitor short-lived')
  expect(asked).toMatchObject({ code: 2, err: expect.stringMatching(/Delete “Short-lived”\?\n {2}.*--yes/s) })
  expect((await running.api.call('GET', `/api/3/monitors/${id}`)).status).toBe(200)
  expect(await sonde('delete monitor short-lived --yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining(`means “Short-lived”, and does not name it exactly`),
  })
  expect(await sonde('delete monitor Short-lived --yes')).toMatchObject({
    code: 0,
    err: '“Short-lived” deleted\n',
  })
  expect((await running.api.call('GET', `/api/3/monitors/${id}`)).status).toBe(404)
  expect((await sonde('restore monitor short-lived')).code).toBe(0)
  expect((await sonde('delete monitor short-lived --confirm short-lived')).code).toBe(2)
  expect((await sonde(`delete monitor ${id} --confirm short-lived`)).code).toBe(0)
})

test('a deletion that a script repeats reaches no object of a similar name', async () => {
  const create = (name: string) =>
    running.api.post('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: 'http://127.0.0.1:1/' } })
  await create('night mail')
  await create('Night/Mail')
  const line = ['delete', 'monitor', 'night mail', '--yes']
  expect(await start(line).ended).toMatchObject({ code: 0, err: '“night mail” deleted\n' })
  expect(await start(line).ended).toMatchObject({ code: 2, err: expect.stringContaining('means “Night/Mail”') })
  expect(await start(['delete', 'monitor', 'Night/Mail', '--yes']).ended).toMatchObject({ code: 0 })
})

test('names are read from standard input: lines, rows of JSON, or an array', async () => {
  const rows = (await sonde('list monitors --search tax --json')).out
  for (const input of ['tax-lookup\n', 'Tax lookup\n', rows, JSON.stringify(JSON.parse(rows)[0])]) {
    const told = await sonde('tag monitor - --tags piped', { input })
    expect([input.slice(0, 12), told.code, told.err]).toEqual([input.slice(0, 12), 0, '“Tax lookup” tagged\n'])
  }
  expect(await sonde('tag monitor - --tags piped', { input: '' })).toMatchObject({ code: 0, out: '' })
  const ids = (await sonde('list monitors --search tax -o name')).out
  expect(ids).toMatch(/^[\w-]{22}\n$/)
  expect(await sonde('tag monitor - --tags piped', { input: ids })).toMatchObject({ code: 0 })
})

test('a pipe that closes early ends it silently', async () => {
  const { PATH = '' } = process.env
  const line = `"${process.execPath}" "${program}" help | head -1; echo "\${PIPESTATUS[0]}"`
  const out = await runShell('bash', ['-c', line], { PATH, HOME: temporaryFolder() })
  expect(out).toBe('Usage: sonde COMMAND [ARGUMENTS] [FLAGS]\n0\n')
})

test('without a server, a sign-in or a right, it says so with a code of its own', async () => {
  expect(await sonde('list monitors', { env: { SONDE_URL: 'http://127.0.0.1:1' } })).toMatchObject({ code: 5 })
  expect(await sonde('list monitors', { env: { SONDE_API_KEY: 'WrongKey-000000000000000000000' } })).toMatchObject({
    code: 3,
    err: expect.stringMatching(/SONDE_API_KEY.*revoked or expired.*sonde sign-in/),
  })
  expect(await sonde('list monitors', { env: { SONDE_API_KEY: undefined, SONDE_URL: undefined } })).toMatchObject({
    code: 3,
    err: expect.stringContaining('sonde sign-in'),
  })
  expect(await sonde('list monitors --project nowhere')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No project that you may enter is called nowhere'),
  })
  const viewer = await running.api.post<{ secret: string }>('/api/2/api_keys/', { name: 'v', access_level: 'VIEWER' })
  expect(await sonde('pause schedule x', { env: { SONDE_API_KEY: viewer.secret } })).toMatchObject({
    code: 4,
    err: expect.stringContaining('VIEWER, does not allow this'),
  })
  const old = await running.api.post<{ id: string; secret: string }>('/api/2/api_keys/', { name: 'old' })
  await running.api.call('DELETE', `/api/2/api_keys/${old.id}/`)
  expect(await sonde('list monitors', { env: { SONDE_API_KEY: old.secret } })).toMatchObject({ code: 3 })
})

test('a person signs in with a code that they confirm in a browser, and signs out', async () => {
  const home = temporaryFolder()
  const env = { SONDE_API_KEY: undefined, SONDE_URL: undefined, XDG_CONFIG_HOME: join(home, 'config') }
  const { url } = running.server
  const begun = start(['sign-in', url], { home, env })
  const [, address = ''] = await begun.until(/Open (\S+)\n/)
  const [, code = ''] = await begun.until(/this code there: (\S+)\n/)
  expect(address).toContain(url)

  const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const post = async (form: Record<string, string>) =>
    (await ada.browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams(form) })).text()
  const secretIn = (page: string) => /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
  const page = await (await ada.browser.ask(`${url}/activate`)).text()
  const confirm = await post({ xsrf: secretIn(page), user_code: code, typed: 'yes' })
  expect(confirm).toContain(code)
  await post({ xsrf: secretIn(confirm), user_code: code, confirm: 'yes' })
  expect(await begun.ended).toMatchObject({ code: 0, err: expect.stringContaining('Signed in at') })

  const file = join(home, 'config/sonde/credentials.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sonde('whoami', { home, env })).toMatchObject({ code: 0, out: expect.stringContaining('ada') })
  expect(await sonde('list accounts --json', { home, env })).toMatchObject({ code: 0 })

  // An access token that has expired is renewed, and the new one is kept.
  const stored = JSON.parse(readFileSync(file, 'utf8'))
  const before = stored.servers[url].refresh_token
  stored.servers[url].expires = 0
  writeFileSync(file, JSON.stringify(stored))
  expect((await sonde('whoami', { home, env })).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8')).servers[url].refresh_token).not.toBe(before)

  const project = JSON.parse((await sonde('whoami --json', { home, env })).out)
  expect((await start(['switch', 'project', project.project], { home, env }).ended).err).toContain(project.project)
  expect(JSON.parse(readFileSync(file, 'utf8')).servers[url].project).toBe(project.project_id)

  const token = JSON.parse(readFileSync(file, 'utf8')).servers[url].access_token
  expect(await sonde('sign-out', { home, env })).toMatchObject({ code: 0 })
  expect(existsSync(file)).toBe(false)
  expect((await running.api.as(token).call('GET', '/api/2/account/projects')).status).toBe(401)
  expect((await sonde('whoami', { home, env })).code).toBe(3)
})

test('a key is signed in with from standard input, and is never shown', async () => {
  const home = temporaryFolder()
  const env = { SONDE_API_KEY: undefined, SONDE_URL: undefined }
  const done = await start(['sign-in', running.server.url, '--key'], { home, env, input: `${ADMIN_KEY}\n` }).ended
  expect(done).toMatchObject({ code: 0 })
  expect(done.out + done.err).not.toContain(ADMIN_KEY)
  expect((await sonde('list monitors', { home, env })).code).toBe(0)
})

test('watch shows results as they come, in one line each', async () => {
  const watching = start(['watch', 'checkout-pay', '--count', '1', '--json'])
  const lines = start(['watch', '--category', 'PASS', '--count', '1'])
  // A run for each look: the stream may not be open yet when the first result comes.
  const looks = [watching.ended, lines.ended]
  let isOver = false
  void Promise.all(looks).then(() => {
    isOver = true
  })
  while (!isOver) await sonde('run monitor checkout-pay --wait')
  expect(JSON.parse((await watching.ended).out)).toMatchObject({ monitor: 'Checkout · pay', result_category: 'PASS' })
  expect((await lines.ended).out).toMatch(
    /^\d\d:\d\d:\d\d {2}PASS {5}Checkout · pay {2}200 {2}\d+ ms {2}local {2}\S+\n$/,
  )
  const endless = start(['watch'])
  await endless.until(/Watching/)
  endless.signal('SIGINT')
  expect((await endless.ended).code).toBe(130)
})

test('watch goes on after the line was cut, without losing a result', async () => {
  const line = await openFaultyLine(() => Number(new URL(running.server.url).port))
  try {
    const watching = start(['watch', 'tax-lookup', '--jsonl'], { env: { SONDE_URL: line.url } })
    let isSeen = false
    void watching.until(/"result_category"/).then(() => {
      isSeen = true
    })
    while (!isSeen) await sonde('run monitor tax-lookup --wait')
    line.cut()
    await watching.until(/Trying again/)
    const { result_id } = await running.api.post<{ result_id: string }>(
      `/api/3/monitors/${JSON.parse((await sonde('show monitor tax-lookup --json')).out).id}/run`,
    )
    line.mend()
    await watching.until(new RegExp(`"id":"${result_id}"`))
    watching.signal('SIGINT')
    const { out } = await watching.ended
    const ids = out
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each).id)
    expect(new Set(ids).size).toBe(ids.length)
  } finally {
    line.close()
  }
})

test('the server hands the program out as one file with its checksum, and it runs alone', async () => {
  const { server_url, program: facts } = await running.api
    .as('')
    .get<{ server_url: string; program: { path: string; sha256: string } }>('/api/3/terminal')
  const folder = temporaryFolder()
  const bytes = Buffer.from(await (await fetch(server_url + facts.path)).arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.sha256)
  expect(await (await fetch(`${server_url}${facts.path}.sha256`)).text()).toBe(`${facts.sha256}  sonde.mjs\n`)
  writeFileSync(join(folder, 'sonde.mjs'), bytes)
  const alone = openTerminal(join(folder, 'sonde.mjs'), ['whoami'], {
    env: { HOME: folder, SONDE_URL: server_url, SONDE_API_KEY: ADMIN_KEY },
  })
  expect(await alone.ended).toMatchObject({ code: 0, out: expect.stringContaining(server_url) })
})

test('shells complete commands, flags and names', async () => {
  const env = { HOME: temporaryFolder(), SONDE_URL: running.server.url, SONDE_API_KEY: ADMIN_KEY }
  const words = async (...line: string[]) =>
    (await start(['completion', 'words', '--', ...line]).ended).out.split('\n').map((each) => each.split('\t')[0])
  expect(await words('ru')).toContain('run')
  expect(await words('run', '')).toEqual(expect.arrayContaining(['monitor', 'workflow']))
  expect(await words('run', 'monitor', 'ch')).toContain('checkout-pay')
  expect(await words('run', 'monitor', 'checkout-pay', '--lo')).toContain('--location')
  expect(await words('run', 'monitor', 'checkout-pay', '--location', '')).toContain('local')
  expect(await words('list', 'results', '--result-category', '')).toContain('FAIL')
  expect(await words('completion', 'b')).toContain('bash')

  const { PATH = '' } = process.env
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'sonde'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 })
  const shell = { ...env, PATH: `${folder}:${PATH}` }
  const ask = `eval "$(sonde completion bash)"; COMP_WORDS=(sonde run monitor ta); COMP_CWORD=3; _sonde; echo "\${COMPREPLY[@]}"`
  expect(await runShell('bash', ['-c', ask], shell)).toBe('tax-lookup\n')
  for (const [name, check] of [
    ['zsh', ['-n', '-c']],
    ['fish', ['-n', '-c']],
  ] as const) {
    if (!existsSync(`/usr/bin/${name}`)) continue
    const script = (await start(['completion', name]).ended).out
    expect(await runShell(name, [...check, script], shell)).toBe('')
  }
})
