import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type List = { meta: { new_project: boolean; verify_needed: boolean }; projects: { project: { id: string } }[] }
const listOf = (api: Api) => api.get<List>('/api/2/account/projects')

describe('The first account of an installation', () => {
  let running: TestServer
  beforeAll(async () => {
    running = await startServer({ env: { SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '', SONDE_ADMIN_API_KEY: '' } })
  })
  afterAll(() => running.stop())

  test('has a new project until it is first opened, and no address to confirm', async () => {
    const grace = { email: 'grace@example.com', password: 'nanoseconds of wire' }
    await running.api.as('').post('/api/2/setup', { token: running.server.setupToken, ...grace })
    const person = await signIn(running.server, grace.email, grace.password)
    const { meta, projects } = await listOf(person.api())
    expect(meta).toMatchObject({ new_project: true, verify_needed: false })
    await person.api(projects[0]?.project.id).get('/api/3/monitors/')
    expect((await listOf(person.api())).meta.new_project).toBe(false)
  })
})

describe('An account', () => {
  let running: TestServer
  beforeAll(async () => {
    running = await startServer()
  })
  afterAll(() => running.stop())

  test('that the operator configured has no new project and no guided tour', async () => {
    const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
    expect((await listOf(ada.api())).meta.new_project).toBe(false)
  })

  test('stores company and role; an empty text is null', async () => {
    const api = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
    const read = () => api.get<{ company: string | null; role: string | null }>('/api/2/account/')
    expect(await read()).toMatchObject({ company: null, role: null })
    await api.post('/api/2/account/', { company: ' Analytical Engines ', role: 'Programmer' })
    expect(await read()).toMatchObject({ name: 'ada', company: 'Analytical Engines', role: 'Programmer' })
    await api.post('/api/2/account/', { role: '' })
    expect(await read()).toMatchObject({ company: 'Analytical Engines', role: null })
    const { db } = running.server.services.database
    const entries = await db.selectFrom('audit').select('changes').where('action', '=', 'account.update').execute()
    expect(JSON.stringify(entries)).toContain('Analytical Engines')
  })
})
