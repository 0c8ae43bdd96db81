import { expect, test } from 'vitest'
import { launch } from '../support/launch.ts'
import { signIn } from '../support/person.ts'
import { temporaryFolder } from '../support/temporary.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'a password that nobody guesses'
const ready = /Sonde is ready: (\S+)/

test('health says when the embedded agent was revoked, and a restart brings it back', async () => {
  const folder = temporaryFolder()
  const first = launch(folder, { SONDE_ADMIN_EMAIL: EMAIL, SONDE_ADMIN_PASSWORD: PASSWORD })
  const [, url = ''] = await first.until(ready)
  const admin = (await signIn({ url }, EMAIL, PASSWORD)).api()
  const { data } = await admin.get<{ data: { id: string }[] }>('/api/3/agents')
  expect((await admin.call('DELETE', `/api/3/agents/${data[0]?.id}`)).status).toBe(200)
  expect(await admin.call('GET', '/api/health')).toMatchObject({
    status: 503,
    body: { error_msg: expect.stringMatching(/agent was revoked; it joins again when Sonde is restarted/) },
  })
  await first.until(/The server refuses this agent: it was revoked.* It joins again when Sonde is restarted\./)
  first.signal('SIGTERM')
  await first.ended
  const second = launch(folder)
  const [, again = ''] = await second.until(ready)
  expect(await (await fetch(`${again}/api/health`)).json()).toMatchObject({ status: 'ready', local: true })
})
