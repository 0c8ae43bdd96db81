import type { Locator } from 'playwright'
import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { faultsInBothThemes, overhang } from './support/audit.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'a placeholder that is begun in a field of a monitor lists the variables that it may read, by keys and by pointer',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const { api } = world.installation
    await signIn(page, linkTo('environments', {}))
    await api.post('/api/2/environment/global/BASE_URL', { value: 'https://shop.example.com' })
    await api.post('/api/2/environment/staging/STAGE', { value: 'two' })
    await api.post('/api/2/environment/staging/TOKEN', {
      value: 'CANARY',
      secret: true,
      origins: ['https://shop.example.com'],
    })
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders', workspace: 'staging' },
      request: {
        method: 'POST',
        url: 'https://shop.example.com/',
        headers: [{ key: 'X-Key', value: '' }],
        body: 'x',
        variables: [{ key: 'OWN', value: '1' }],
      },
    })
    await page.goto(linkTo('monitor-edit', { callId: id }))
    const list = page.getByRole('listbox', { name: 'Variables' })
    const option = (name: string | RegExp) => list.getByRole('option', { name })
    const begin = async (field: Locator, text: string) => {
      await field.focus()
      await keys.press('End')
      await keys.type(text)
    }
    const address = page.getByLabel('Address', { exact: true })
    await begin(address, '{{')
    await expect(option(/^OWN/)).toContainText('this monitor')
    await expect(option(/^STAGE/)).toContainText('staging: two')
    await expect(option(/^TOKEN/)).toContainText('staging: secret')
    await expect(option(/^BASE_URL/)).toContainText('global: https://shop.example.com')
    await expect(option(/^UNIXTIME /)).toContainText('system')
    await expect(page.locator('body')).not.toContainText('CANARY')
    await expect(address).toHaveAttribute('aria-expanded', 'true')
    expect(await faultsInBothThemes(page)).toEqual([])
    await keys.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(address).toBeFocused()
    await expect(address).toHaveValue('https://shop.example.com/{{')
    await keys.type('ba')
    await expect(list.getByRole('option')).toHaveCount(1)
    await keys.press('Enter')
    await expect(address).toHaveValue('https://shop.example.com/{{ BASE_URL }}')
    await expect(heading(page, 'Orders')).toBeVisible()

    const header = page.getByLabel('Value of header X-Key')
    await begin(header, 'Bearer %%')
    await keys.press('ArrowDown')
    await keys.press('ArrowDown')
    await expect(option(/^TOKEN/)).toHaveAttribute('aria-selected', 'true')
    await keys.press('Enter')
    await expect(header).toHaveValue('Bearer %%TOKEN%%')

    const body = page.getByRole('textbox', { name: /body$/ })
    await body.fill('first\nlast')
    await begin(body, ' __STA')
    await expect(option(/^STAGE/)).toBeVisible()
    expect(await faultsInBothThemes(page)).toEqual([])
    await option(/^STAGE/).click()
    await expect(body).toHaveValue('first\nlast __STAGE__')
    await expect(body).toBeFocused()

    await page.setViewportSize({ width: 390, height: 844 })
    await begin(header, ' {{')
    await expect(list).toBeVisible()
    const box = await list.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    expect(await overhang(page)).toBe(0)
    await keys.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  },
  LONG_MS,
)

test(
  'the line below the environments reaches under their menu',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1024, height: 800 } })
    await signIn(page, linkTo('environments', {}))
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const menu = page.getByRole('button', { name: 'Environment commands' })
      const under = await menu.evaluate((button) => {
        const row = button.closest('nav, div:has(> nav)')
        const right = button.getBoundingClientRect().right
        return (
          row !== null &&
          getComputedStyle(row).borderBottomWidth === '1px' &&
          row.getBoundingClientRect().right >= right
        )
      })
      expect(under).toBe(true)
    }
  },
  LONG_MS,
)
