import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { browserAccount } from '../../../src/agent/browser/account.ts'
import { BrowserThread, type ThreadLimits } from '../../../src/agent/browser/browser-thread.ts'
import { processesOfGroup } from '../../../src/agent/browser/group-memory.ts'
import { profileFolder } from '../../../src/agent/browser/profile.ts'
import { type BrowserLimits, type Lease, SharedBrowser } from '../../../src/agent/browser/shared-browser.ts'
import { parseAllowed } from '../../../src/domain/core/addresses.ts'
import { eventually } from '../../support/eventually.ts'
import { noOtherAccount, temporaryFolder } from '../../support/temporary.ts'
import { httpServer } from '../world.ts'
import { chromiumPath, page, taskFor } from './bench.ts'

/** A browser without a proxy, whose runs do what the test says, with the process groups that there are now. */
const openBrowser = async (limits: Partial<BrowserLimits>, path?: string) => {
  const seen = { pids: [] as readonly number[], logged: [] as string[] }
  const browser = new SharedBrowser({
    path: path ?? (await chromiumPath()),
    account: browserAccount(),
    proxyPort: 9,
    concurrency: 2,
    log: (line) => void seen.logged.push(line),
    changed: (pids) => {
      seen.pids = pids
    },
    limits,
  })
  onTestFinished(() => browser.close())
  const run = <T>(doing: (lease: Lease) => Promise<T>, timeoutMs = 60_000) =>
    browser.use({ timeoutMs, project: null }, doing)
  return { seen, run }
}

/** Something that a test waits for, or keeps waiting. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process of a group runs. Those that ended and that nobody has asked about have no command line. */
const isAlive = (group: number): boolean => processesOfGroup(group).some((pid) => commandOf(pid) !== '')

test('a browser is replaced after its most runs, and a run that is under way then keeps its own', async () => {
  const { seen, run } = await openBrowser({ runs: 2 })
  const pidNow = () => seen.pids.at(-1) ?? 0
  const first = await run(async () => pidNow())
  const held = gate()
  const begun = gate()
  const second = run(async ({ browser }) => {
    begun.open()
    await held.opened
    return browser.isConnected()
  })
  await begun.opened
  // The browser has had its runs, but one is still in it.
  const next = await run(async () => pidNow())
  expect(next).not.toBe(first)
  held.open()
  expect(await second).toBe(true)
  await eventually(async () => !isAlive(first), { what: 'the end of the first browser' })
  expect(seen.pids).toEqual([next])
})

test('a browser that holds too much memory at rest is replaced', async () => {
  const { seen, run } = await openBrowser({ idleBytes: 1 })
  const first = await run(async () => seen.pids[0] ?? 0)
  await eventually(async () => !isAlive(first), { what: 'the end of the browser' })
  expect(await run(async () => seen.pids[0])).not.toBe(first)
})

test('a run that does not end in its time ends with the browser and all of its processes', async () => {
  const { seen, run } = await openBrowser({ graceMs: 0 })
  let pid = 0
  const hung = run(async () => {
    pid = seen.pids[0] ?? 0
    await new Promise(() => {})
  }, 1)
  await expect(hung).rejects.toThrow('Chromium ended during the run')
  await eventually(async () => !isAlive(pid), { what: 'the end of the browser' })
})

/** A program that is Chromium where it may start without a sandbox, and ends as Chromium does where the system permits it none. */
const withoutNamespaces = async (): Promise<string> => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = join(folder, 'chromium')
  const real = await chromiumPath()
  writeFileSync(
    path,
    `#!/bin/sh
case "$*" in
  *--no-sandbox*) exec ${real} "$@" ;;
  *) echo 'FATAL: No usable sandbox! If you are running on Ubuntu 23.10+ ...' >&2; exit 1 ;;
esac
`,
  )
  chmodSync(path, 0o755)
  return path
}

test('where the system permits no sandbox, Chromium starts without one, and the log says so once', async () => {
  const { seen, run } = await openBrowser({ runs: 1 }, await withoutNamespaces())
  for (let count = 0; count < 2; count++)
    expect(await run(async ({ isSandboxed }) => [isSandboxed, commandOf(String(seen.pids[0]))])).toEqual([
      false,
      expect.stringContaining('--no-sandbox'),
    ])
  expect(seen.logged).toEqual(['Chromium runs without its sandbox: this system permits it no user namespaces'])
})

test('a program that is no browser ends the run with what it said, and not in an endless try', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = join(folder, 'chromium')
  writeFileSync(path, '#!/bin/sh\necho "cannot open shared object file" >&2\nexit 127\n')
  chmodSync(path, 0o755)
  const { run } = await openBrowser({}, path)
  await expect(run(async () => {})).rejects.toThrow('Chromium does not start: cannot open shared object file')
})

test('where Chromium’s account cannot enter the temporary folder, its profile is in one that it can', async ({
  skip,
}) => {
  if (noOtherAccount) skip(noOtherAccount)
  const closed = temporaryFolder()
  chmodSync(closed, 0o700)
  const before = process.env.TMPDIR
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  process.env.TMPDIR = closed
  const { run } = await openBrowser({})
  const readName = async ({ browser }: Lease) => browser.browserType().name()
  expect(await run(readName)).toBe('chromium')
})

const openThread = async (limits: Partial<ThreadLimits>, port: number) => {
  const thread = new BrowserThread({
    path: await chromiumPath(),
    concurrency: 1,
    allowed: parseAllowed(`127.0.0.1:${port}`),
    log: () => {},
    limits,
  })
  onTestFinished(() => thread.close())
  return thread
}

/** Temporary profiles of this process's browsers, which go with them. */
const profiles = () =>
  readdirSync(profileFolder(browserAccount())).filter((name) => name.startsWith(`sonde-browser-${process.pid}-`))

test('a thread without runs ends with its browser, and the next run starts another', async () => {
  const port = await httpServer((_, response) => page(response, '<title>Fine</title>'))
  const thread = await openThread({ idleMs: 1 }, port)
  for (let count = 0; count < 2; count++) {
    expect(await thread.run(taskFor(`http://127.0.0.1:${port}/`), [])).toMatchObject({ failure: null })
    await eventually(async () => profiles().length === 0, { what: 'the end of the browser' })
  }
})

test('a thread that says nothing while it has runs is ended, and its runs end as the agent’s trouble', async () => {
  const port = await httpServer(() => {})
  const thread = await openThread({ silentMs: 1 }, port)
  expect(await thread.run(taskFor(`http://127.0.0.1:${port}/`), [])).toEqual({
    trouble: 'the browser did not answer and was ended',
  })
})
