import { expect, onTestFinished, test } from 'vitest'
import { runEmbeddedAgent } from '../../src/server/start/embedded-agent.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('an embedded agent whose settings are refused is not restarted, and the start says why', async () => {
  const told: string[] = []
  const agent = runEmbeddedAgent({
    program: ['-e', "process.stderr.write('The directory is full.\\n'); process.exit(78)"],
    serverUrl: 'http://127.0.0.1:1',
    joinToken: 'token',
    dataDir: temporaryFolder(),
    allowPrivate: '',
    log: (line) => told.push(line),
  })
  onTestFinished(() => agent.stop())
  expect(await agent.refused()).toBe('The directory is full.')
  expect(told).toEqual([
    'The directory is full.',
    'The embedded agent cannot run and is not restarted: mend what it said, then restart Sonde.',
  ])
})

test('a killed embedded agent is restarted immediately', async () => {
  const told: string[] = []
  const agent = runEmbeddedAgent({
    program: ['-e', "process.stderr.write('works\\n'); setInterval(() => {}, 1000)"],
    serverUrl: 'http://127.0.0.1:1',
    joinToken: 'token',
    dataDir: temporaryFolder(),
    allowPrivate: '',
    log: (line) => told.push(line),
  })
  onTestFinished(() => agent.stop())
  await eventually(async () => told.includes('works'), { what: 'the first agent' })
  const killed = agent.pid() ?? 0
  process.kill(killed, 'SIGKILL')
  await eventually(async () => told.filter((line) => line === 'works').length === 2, { what: 'the second agent' })
  expect(agent.pid()).not.toBe(killed)
  expect(told).toEqual(['works', 'The embedded agent exited (SIGKILL) and is being restarted.', 'works'])
})
