import { Client } from 'pg'
import { test } from 'vitest'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn, typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const LONG_MS = 240_000
const GRACE = { email: 'grace@example.com', password: 'a rather unusual sentence' }

const world = theWorld(() => ({ SONDE_REGISTRATION: 'invited' }))

const inStore = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: world.installation.databaseUrl() })
  await client.connect()
  await client.query(statement)
  await client.end()
}

type Member = { readonly id: string; readonly account_email: string }

test(
  'somebody is invited, registers by the link, accepts, edits, is lowered and is locked out',
  async () => {
    const { api } = world.installation
    const monitor = { meta: { name: 'Orders' }, request: { url: 'https://example.com/' } }
    const { id } = await api.post<{ id: string }>('/api/2/calls/', monitor)
    const { projects } = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
    const access = `/api/2/projects/${projects[0]?.project.id}/access`

    // No mail server is set up: whoever invites hands the link on.
    const { page: ada } = await world.visit()
    await signIn(ada, '/settings/project')
    await keyboardOf(ada).line(`invite person ${GRACE.email} EDITOR`)
    const link = await ada.getByRole('textbox', { name: 'Link' }).inputValue()

    const { page, complaints } = await world.visit()
    complaints.expect(/status of (401|403|404|409|410)/)
    await page.goto(link)
    await expect(heading(page, /invites you to the project/)).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(GRACE.email)
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Password', { exact: true }).fill(GRACE.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(heading(page, 'Almost there')).toBeVisible()
    // Her address is confirmed by the link of a mail, which an administrator finds in the outbox.
    await inStore(`update account set email_verified = created where email = '${GRACE.email}'`)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in to accept' }).click()
    await typeSignIn(page, GRACE)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('You may enter the project now')).toBeVisible()
    // A new account is led to its first steps.
    await page.getByRole('button', { name: 'Leave set-up' }).click()

    const name = page.getByLabel('Name', { exact: true })
    await page.goto(`/tests/test/${id}/edit`)
    await name.fill('Orders by Grace')
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await api.get<{ meta: { name: string } }>(`/api/2/calls/${id}/`)).meta.name)
      .toBe('Orders by Grace')

    await api.post(access, { email: GRACE.email, access_level: 'VIEWER' })
    await name.fill('Orders, refused')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/VIEWER/).first()).toBeVisible()
    await expect(name).toHaveValue('Orders, refused')

    const { results } = await api.get<{ results: Member[] }>(access)
    const grace = results.find(({ account_email }) => account_email === GRACE.email)
    expect((await api.call('DELETE', `${access}/${grace?.id}/`)).status).toBe(204)
    await page.goto('/tests/')
    await expect(page.getByText('Orders by Grace')).toHaveCount(0)
    // What opens is her own project.
    await expect(page.getByText('No monitors yet')).toBeVisible()
  },
  LONG_MS,
)
