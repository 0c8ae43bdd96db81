import { test } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

const DAY_MS = 86_400_000
/** Runs of three days, every ten minutes; each tenth hour begins with two failures in a row, and one of them with four. */
const RUNS = 432

/** A monitor with a history, and an alert for each of its failures. */
const furnish = async (): Promise<{ webhookId: string }> => {
  const { api, query } = world.installation
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'http://127.0.0.1:9/' },
  })
  const now = Date.now()
  const today = Math.floor(now / DAY_MS)
  for (let day = today - 4; day <= today; day++) {
    const name = `result_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`
    await query(
      `create table if not exists ${name} partition of result for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
    )
  }
  await query(
    `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
       due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size)
     select project_key, key, 1, 1, 0, 0, case when fails then 3 else 0 end, case when fails then 7 else 0 end,
       case when fails then 503 else 200 end, 0, due, due, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5
     from (select o.project_key, o.key, $2::bigint - (${RUNS} - n) * 600000 - 60000 as due, n % 60 < 2 or n between 120 and 123 as fails
       from object o, generate_series(10, ${RUNS}) n where o.id = $1) runs`,
    [id, now],
  )
  const hook = await api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'On call',
    web_hook_type: 'slack',
    alerts: ['FAIL'],
    parameters: { url: 'https://hooks.slack.com/services/T/B/x', repeat: false },
  })
  return { webhookId: hook.id }
}

test('a rule is tried over its history, changed and tried again: fewer messages, and the earlier ones beside', async () => {
  const { webhookId } = await furnish()
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, `/webhooks/${webhookId}/edit/`)
  await expect(page.getByText('Replays this rule over the stored results')).toBeVisible()
  await page.getByRole('button', { name: 'Replay rule' }).click()
  // 60, 120, … 420: seven outages.
  await expect(
    page.getByText(/would have sent 14 messages \(7 alerts, 7 recoveries\) about 423 results of 1 monitor/),
  ).toBeVisible()
  await expect(page.getByText('As saved, it sent no messages since it was created', { exact: false })).toBeVisible()
  const messages = page.getByRole('region', { name: /Messages it would have sent/ }).getByRole('listitem')
  await expect(messages).toHaveCount(14)
  const alerts = messages.filter({ hasText: 'Orders failed with a server error (HTTP 503, from local).' })
  await expect(alerts).toHaveCount(7)
  await expect(alerts.first()).toContainText('this is a failure, and the alert fires on the first')

  await page.getByLabel('How many in a row').fill('3')
  await page.getByRole('button', { name: 'Replay again' }).click()
  await expect(page.getByText('14 messages → 2')).toBeVisible()
  await expect(alerts).toHaveCount(1)
  await expect(alerts.first()).toContainText('this is the 3rd failure in a row, and the alert fires after 3')
  for (const chart of ['Now', 'Before'])
    await expect(page.getByRole('region', { name: new RegExp(`^${chart} messages per day`) })).toBeVisible()
  await page.getByRole('button', { name: 'Show as table: Now' }).click()
  await expect(page.getByRole('table', { name: 'Now' })).toContainText('Day, UTC')
  expect(await violationsOf(page)).toEqual([])

  // The message leads to its result, after a word about the draft.
  await messages.first().getByRole('link', { name: 'Result' }).click()
  await page.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page).toHaveURL(/result/)
})

test('a rule that the server refuses says why, in the card', async () => {
  const { page, complaints } = await world.visit()
  await signIn(page, '/webhooks/new?type=slack')
  await page.getByLabel('How many in a row').fill('-1')
  complaints.expect(/status of 422/)
  await page.getByRole('button', { name: 'Replay rule' }).click()
  await expect(page.getByText('The rule was not replayed.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('fails_in_a_row must be a whole number from 0 to 999999.')
})
