import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { goWithin } from './support/addresses.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 300_000

/** A JSON path that takes seconds on a small document: each of its parts searches the whole of it. */
const HEAVY = '$..[?count($..[?count($..[?count($..[?count($..*) > 0]) > 0]) > 0]) > 0]'

/** The address of a sample API's path. */
const sample = (path: string): string => `http://127.0.0.1:${Number(new URL(world.url).port) + 1}${path}`

const makeMonitor = async (name: string): Promise<string> => {
  const { api } = world.installation
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: sample('/json') } })
  return id
}

test(
  'a click on a value makes a condition, each says what it finds while one types, and a run is judged by them',
  async () => {
    const callId = await makeMonitor('Orders')
    const { page } = await world.visit({ viewport: { width: 1440, height: 1000 } })
    await signIn(page, linkTo('monitor-assertions', { callId }))
    await expect(heading(page, 'Orders')).toBeVisible()
    const main = page.getByRole('main')
    const response = main.getByRole('tree', { name: 'Response values' })
    const condition = (number: number) => main.getByRole('group', { name: `Condition ${number}` })
    const verdict = (number: number) => condition(number).locator('[data-verdict]')
    await expect(main).toContainText('There is no response yet.')

    // A trial gives a response to make conditions of.
    await main.getByRole('button', { name: 'Try it' }).click()
    await expect(response).toBeVisible()
    await response.getByRole('treeitem', { name: /^orders/ }).focus()
    await page.keyboard.press('Enter')
    await expect(condition(1)).toContainText('$.orders|length')
    await expect(verdict(1)).toContainText('True')

    // By keyboard, a value within an object: its name is the path.
    const customer = response.getByRole('treeitem', { name: /^customer/ })
    await customer.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(condition(2)).toContainText('$.customer.id')
    await expect(verdict(2)).toContainText('c-1042')
    // By pointer.
    await response.getByRole('treeitem', { name: /^name/ }).click()
    await expect(condition(3)).toContainText('Ada Byron')
    await page.getByRole('button', { name: 'Remove condition 3', exact: true }).click()
    await expect(verdict(2)).toContainText('True')
    await expect(main.getByRole('status').filter({ hasText: 'With this response' })).toContainText('Pass')

    // The verdict turns while one types.
    await condition(1)
      .getByRole('button', { name: /JSON value/ })
      .click()
    await page.getByLabel('Value of condition 1').fill('7')
    await expect(verdict(1)).toContainText('False')
    await expect(verdict(1)).toContainText('the run fails')
    await expect(main.getByRole('status').filter({ hasText: 'With this response' })).toContainText('Fail')
    expect(await faultsOf(page)).toEqual([])

    // Value filters are offered after a bar, and taken by key.
    const property = page.getByLabel('JSON path of condition 1')
    await property.fill('$.orders|le')
    await expect(page.getByRole('listbox', { name: 'Value filters' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(property).toHaveValue('$.orders|length')
    await property.fill('$.orders[')
    await expect(condition(1)).toContainText('must be a JSON path')
    await property.fill('$.orders|length')
    await page.getByLabel('Value of condition 1').fill('2')
    await page.getByLabel('Message if condition 1 does not hold').fill('Two orders are expected')
    await expect(verdict(1)).toContainText('True')

    // A pattern that takes for ever is stopped, says so, and everything else goes on.
    await page.getByRole('button', { name: 'Add condition' }).click()
    await expect(page.getByLabel('Source of condition 3')).toBeFocused()
    await page.getByLabel('Source of condition 3').selectOption('json')
    await page.getByLabel('Comparison of condition 3').selectOption('exists')
    await page.getByLabel('JSON path of condition 3').fill(HEAVY)
    await expect(condition(3)).toContainText('took longer than 1 second')
    await expect(verdict(1)).toContainText('True')

    // Moved by key, removed, brought back.
    await page.getByRole('button', { name: 'Move condition 3', exact: true }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(condition(2)).toContainText('count(')
    await expect(page.getByRole('button', { name: 'Move condition 2', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Remove condition 2' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(condition(2)).toContainText('count(')
    await page.getByRole('button', { name: 'Remove condition 2' }).click()
    await expect(main.getByRole('group', { name: /^Condition/ })).toHaveCount(2)

    // Saved, it judges the next run.
    await page.getByLabel('Value of condition 1').fill('3')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Conditions of “Orders” saved')).toBeVisible()
    const { result_id } = await world.installation.api.post<{ result_id: string }>(`/api/3/monitors/${callId}/run`, {})
    await goWithin(page, linkTo('result', { resultId: result_id }))
    const table = main.getByRole('region', { name: /^Conditions/ })
    await expect(table.getByRole('row', { name: /orders/ })).toContainText('Two orders are expected')
    await expect(main).toContainText('Two orders are expected')
    await table.getByRole('link', { name: 'Edit conditions' }).click()
    await expect(page).toHaveURL(/\/assertions/)
    await expect(main).toContainText('Newest result')
  },
  LONG_MS,
)

test(
  'two people who save conditions of different groups for all monitors do not overwrite each other, and of the same group are told',
  async () => {
    const [one, other] = await Promise.all([world.visit(), world.visit()])
    await signIn(one.page, linkTo('assertions-latency', {}))
    await signIn(other.page, linkTo('assertions-http', {}))
    await expect(one.page.getByText('No latency is checked.')).toBeVisible()
    await expect(other.page.getByText('Status codes count as above.')).toBeVisible()
    for (const { page } of [one, other]) await page.getByRole('button', { name: 'Add condition' }).click()
    await one.page.getByLabel('Value of condition 1').fill('800')
    await other.page.getByLabel('Value of condition 1').fill('404')
    for (const { page } of [one, other]) {
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Conditions for all monitors saved')).toBeVisible()
    }
    const { api } = world.installation
    const stored = await api.get<{ conditions: { source: string }[] }>('/api/2/conditions/')
    expect(stored.conditions.map(({ source }) => source).sort()).toEqual(['http_code', 'latency'])

    // The same group: the draft is kept, and the notice says who changed what.
    await goWithin(other.page, linkTo('assertions-latency', {}))
    await other.page.getByLabel('Value of condition 1').fill('900')
    await one.page.getByLabel('Value of condition 1').fill('700')
    await one.page.keyboard.press('Control+s')
    await expect(one.page.getByText('Conditions for all monitors saved').last()).toBeVisible()
    await expect(other.page.getByText('This set of conditions was changed elsewhere').first()).toBeVisible()
    await expect(other.page.getByRole('main')).toContainText(
      /ada\s*changed them.*Changed: total time is greater than 700/,
    )
    await expect(other.page.getByLabel('Value of condition 1')).toHaveValue('900')
    await other.page.keyboard.press('Control+s')
    await expect(other.page.getByText('Nothing was saved.').first()).toBeVisible()
    await other.page.getByRole('button', { name: 'Replace their version' }).first().click()
    // The message of the first save may still be there.
    await expect
      .poll(async () => JSON.stringify((await api.get<{ conditions: object[] }>('/api/2/conditions/')).conditions))
      .toContain('900')
    await expect(other.page.getByText('Conditions for all monitors saved').last()).toBeVisible()
    expect(await faultsOf(other.page)).toEqual([])
  },
  LONG_MS,
)
