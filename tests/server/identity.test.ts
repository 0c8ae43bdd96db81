import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'

const ADA = 'ada@example.com'

let running: TestServer
let url: string
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
})
afterAll(() => running.stop())

type Projects = {
  meta: {
    account_id: string
    current_project_id: string | null
    permissions: string[]
    roles: Record<string, string[]>
  }
  projects: { access_level: string; project: { id: string; name: string } }[]
}

test('a person signs in by code and PKCE, and calls the API with the access token', async () => {
  const ada = await signIn(running.server, ADA, ADMIN_PASSWORD)
  expect(decodeProtectedHeader(ada.accessToken)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(decodeJwt(ada.accessToken)).toMatchObject({ iss: `${url}/`, aud: `${url}/api` })
  const list = await ada.api().get<Projects>('/api/2/account/projects')
  const monitors = await ada.api(list.projects[0]?.project.id).call('GET', '/api/3/monitors/')
  expect(monitors.status).toBe(200)
})
