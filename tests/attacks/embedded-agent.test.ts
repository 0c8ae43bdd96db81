import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runEmbeddedAgent } from '../../src/server/start/embedded-agent.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('an embedded agent that dies is started again, after what it held was freed', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'agent'))
  writeFileSync(join(dataDir, 'agent', 'key.json'), JSON.stringify({ server: 'x', name: 'local', agent_id: 'A-1_b' }))
  const told: string[] = []
  const agent = runEmbeddedAgent({
    program: ['-e', "process.stderr.write('works\\n'); setInterval(() => {}, 1000)"],
    serverUrl: 'http://127.0.0.1:1',
    joinToken: 'token',
    dataDir,
    allowPrivate: '',
    onDeath: async (id) => void told.push(`freed ${id}`),
    log: (line) => told.push(line),
  })
  onTestFinished(() => agent.stop())
  await eventually(async () => told.includes('works'), { what: 'the first agent' })
  expect(told).toEqual(['freed A-1_b', 'works'])
  const killed = agent.pid() ?? 0
  process.kill(killed, 'SIGKILL')
  await eventually(async () => told.filter((line) => line === 'works').length === 2, { what: 'the second agent' })
  expect(agent.pid()).not.toBe(killed)
  expect(told.slice(2)).toEqual(['The embedded agent ended (SIGKILL); it is started again.', 'freed A-1_b', 'works'])
})
