import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { connect, register, rpc } from './connecting.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ env: { SONDE_LIMITS: 'on', SONDE_LIMIT_SIGN_INS_PER_MINUTE: '6' } })
})
afterAll(() => running.stop())

test('a person who lost the project of a connection loses it there at once; strangers register a few applications', async () => {
  const { url } = running.server
  const { database } = running.server.services
  const { id, email } = await addAccount(running, 'grace@example.com')
  const project = await createProject(database.db, { name: 'p', orgId: null, tags: [], accountId: id, now: Date.now() })
  const { access } = await connect(url, (await signIn(running.server, email, PASSWORD)).api(), {
    project_id: project.id,
    writes: true,
  })
  expect((await rpc(url, access, 'tools/list')).status).toBe(200)
  await database.db.deleteFrom('project_access').where('account_id', '=', id).execute()
  expect((await rpc(url, access, 'tools/list')).status).toBe(403)

  const answers: number[] = []
  for (let count = 0; count < 8; count++) answers.push((await register(url)).status)
  expect(answers).toContain(429)
})
