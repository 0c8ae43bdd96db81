import type { Page } from 'playwright'
import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { faultsOf } from './support/audit.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 300_000
const WIDTHS = [390, 1024, 1440] as const
const WIDE = { viewport: { width: 1440, height: 900 } }

/** Looks at the page at three widths, in both themes; answers what is wrong with it. */
const faultsAt = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await faultsOf(page)).map((fault) => `${width}: ${fault}`))
  }
  await page.setViewportSize(WIDE.viewport)
  return faults
}

/** A notification of a kind, by its stored code, as its producer writes it. */
const addNotification = (kind: number, title: string, { tokenId = '', about = '' } = {}) =>
  world.installation.query(
    `insert into notification (project_key, time, last, kind, title, text, webhook_key, about)
     select key, $1::bigint, $1::bigint, $2::smallint, $3, 'What is to be done.',
       coalesce((select key from object where id = $4), 0), nullif($5, '') from project order by key limit 1`,
    [Date.now(), kind, title, tokenId, about],
  )

test(
  'notifications of a limit, a token and a certificate lead to what they are about',
  async () => {
    const { api } = world.installation
    const { id: auth_id } = await api.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings: {
        auth_type: 'MANUAL',
        allowed_origins: ['https://api.example.com'],
        headers: [{ key: 'Authorization', value: 'Bearer {{TOKEN}}' }],
      },
    })
    const { id: tokenId } = await api.post<{ id: string }>('/api/2/tokens/', {
      meta: { name: 'Production', auth_id },
      token: { variables: [{ key: 'TOKEN', value: 'a token of the partner' }] },
    })
    await addNotification(3, 'All 5 monitors are used', { about: 'monitors' })
    await addNotification(4, 'The token “Production” has expired', { tokenId })
    await addNotification(8, 'Client certificate “Partner”: expires in 6 days')

    const { page } = await world.visit(WIDE)
    const main = page.getByRole('main')
    const back = async () => {
      await page.goBack()
      await expect(heading(page, 'Notifications')).toBeVisible()
    }
    await signIn(page, linkTo('notifications'))
    await expect(main.getByRole('listitem')).toHaveCount(3)
    expect(await faultsAt(page)).toEqual([])

    await main.getByRole('link', { name: /^Certificates of / }).click()
    await expect(heading(page, /Certificates|certificates/)).toBeVisible()
    await back()
    await main.getByRole('link', { name: 'Production', exact: true }).click()
    await expect(heading(page, 'Production')).toBeVisible()
    await back()
    await main.getByRole('link', { name: 'Monitors', exact: true }).click()
    await expect(heading(page, 'Monitors')).toBeVisible()
    await back()
    // The title opens it too, and marks it as read.
    await main
      .getByRole('button', { name: /The token “Production” has expired/ })
      .first()
      .click()
    await expect(heading(page, 'Production')).toBeVisible()
    await back()
    await expect(main.getByRole('button', { name: 'Mark as unread: The token “Production” has expired' })).toBeVisible()
  },
  LONG_MS,
)

test(
  'mail about problems is turned off and on, by switch and by command, and kept over a reload',
  async () => {
    const { page } = await world.visit(WIDE)
    const keys = keyboardOf(page)
    await signIn(page, '/subscriptions')
    await expect(heading(page, 'Email subscriptions')).toBeVisible()
    const limits = page.getByRole('switch', { name: /^Limits/ })
    const scores = page.getByRole('switch', { name: /^Scores of the week/ })
    await expect(limits).toBeChecked()
    await expect(scores).not.toBeChecked()
    expect(await faultsAt(page)).toEqual([])
    await keys.line('unsubscribe group quota')
    await expect(limits).not.toBeChecked()
    await keys.line('subscribe group insights_weekly')
    await expect(scores).toBeChecked()
    await page.reload()
    await expect(limits).not.toBeChecked()
    await expect(scores).toBeChecked()
    await limits.click()
    await expect(limits).toBeChecked()
  },
  LONG_MS,
)

test(
  'news of shared collections can be subscribed to once a monitor is shared',
  async () => {
    const { page } = await world.visit(WIDE)
    const keys = keyboardOf(page)
    await signIn(page, '/subscriptions/email')
    await page.getByRole('link', { name: 'Shared collections' }).click()
    await expect(heading(page, 'Shared collections')).toBeVisible()
    await expect(page.getByText('No collection shares monitors with everyone')).toBeVisible()
    const news = page.getByRole('switch', { name: /^News of shared collections/ })
    await expect(news).toHaveCount(0)
    expect(await faultsAt(page)).toEqual([])

    await world.installation.api.post('/api/2/calls/', {
      meta: { name: 'Open to all' },
      request: { url: 'https://example.com/' },
      access: { stats: true },
    })
    await page.reload()
    await expect(page.getByText('1 shared monitor')).toBeVisible()
    await expect(news).not.toBeChecked()
    expect(await faultsAt(page)).toEqual([])
    await news.click()
    await expect(news).toBeChecked()
    await keys.line('unsubscribe api-expert')
    await expect(news).not.toBeChecked()
  },
  LONG_MS,
)
