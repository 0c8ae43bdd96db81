import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { clientCertificate } from '../support/client-certificate.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn, tab } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 300_000
const WIDE = { viewport: { width: 1440, height: 900 } }

const openapi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  paths: { '/orders': { get: { summary: 'Lists orders' } } },
})
const jsonFile = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test(
  'a file is uploaded, sent by a monitor, and not deleted while the monitor uses it',
  async () => {
    const { page, complaints } = await world.visit(WIDE)
    complaints.expect(/status of (409|422)/)
    const main = page.getByRole('main')
    await signIn(page, linkTo('files'))
    await expect(heading(page, 'Files')).toBeVisible()
    await main.getByRole('button', { name: 'New file' }).first().click()
    await expect(heading(page, 'New file')).toBeVisible()

    // A wrong document is refused at its field, and the form keeps what was typed.
    await page.getByLabel(/^Name/).fill('Shop API')
    await page.getByRole('button', { name: 'Create file' }).click()
    await expect(main.getByText('Choose a file, or drop one here.').first()).toBeVisible()
    await page.getByLabel('Kind', { exact: true }).selectOption('openapi')
    const input = page.getByLabel('File to upload', { exact: true })
    await input.setInputFiles(jsonFile('shop.json', '{"openapi":'))
    await page.getByRole('button', { name: 'Create file' }).click()
    await expect(main.getByText(/must be an OpenAPI document/).first()).toBeVisible()
    await input.setInputFiles(jsonFile('shop.json', openapi))
    await page.getByRole('button', { name: 'Create file' }).click()
    await expect(heading(page, 'Shop API')).toBeVisible()
    await expect(main.getByRole('region', { name: 'Operations' }).first()).toContainText('Lists orders')
    await expect(main).toContainText('No monitor and no condition uses this file.')
    const fileAddress = new URL(page.url()).pathname

    // A monitor sends it.
    const { api } = world.installation
    const { id: callId } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Sends the shop' },
      request: { method: 'POST', url: `http://127.0.0.1:${Number(new URL(world.url).port) + 1}/echo` },
    })
    await page.goto(linkTo('monitor-edit', { callId }))
    await main.getByRole('radiogroup', { name: 'Body type' }).getByText('File', { exact: true }).click()
    await main.getByRole('combobox', { name: 'File' }).selectOption({ label: `Shop API (${openapi.length} B)` })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').getByText('“Sends the shop” saved').first()).toBeVisible()
    await page.goto(linkTo('monitor', { callId }))
    await tab(page, 'Run').click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(main.getByText('200 OK').first()).toBeVisible()
    await main.getByRole('link', { name: 'Open this result' }).click()
    await expect(heading(page, '200 OK')).toBeVisible()
    await expect(main).toContainText(`shop.json, ${openapi.length} bytes`)

    // So it stays.
    await page.goto(fileAddress)
    await expect(main.getByRole('link', { name: 'Sends the shop' })).toBeVisible()
    await main.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Type .* to confirm/).fill('shop-api')
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText(/used by the monitor “Sends the shop”/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(fileAddress)
    await expect(main.getByRole('region', { name: 'Operations' }).first()).toContainText('Lists orders')
    expect(await faultsOf(page)).toEqual([])
    await page.goto(linkTo('files'))
    await expect(main.getByRole('link', { name: 'Shop API' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  },
  LONG_MS,
)

test(
  'an administrator adds a certificate of the organization, and deleting it names the monitors that present it',
  async () => {
    const { api } = world.installation
    const request = { url: 'https://api.example.com/orders' }
    await api.post('/api/2/calls/', { meta: { name: 'Orders of the partner' }, request })
    const { page } = await world.visit(WIDE)
    const main = page.getByRole('main')
    await signIn(page, '/collections')
    await main
      .getByRole('link', { name: /^Settings of/ })
      .first()
      .click()
    await main.getByRole('link', { name: 'Certificates' }).click()
    await expect(main).toContainText('No certificates yet')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(WIDE.viewport)
    await main.getByRole('button', { name: 'Add certificate' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Partner')
    await page.getByLabel('Certificate', { exact: true }).fill(clientCertificate.certificate)
    await page.getByLabel('Private key', { exact: true }).fill(clientCertificate.private_key)
    await page.getByLabel('Allowed origins').fill('https://api.example.com')
    await main.getByRole('button', { name: 'Add certificate' }).last().click()
    await expect(main).toContainText('O=Example, CN=client.example.com')
    await expect(main).toContainText(/Orders of the partner \(.+\)/)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(WIDE.viewport)
    await main.getByRole('button', { name: 'Delete Partner' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Delete the certificate “Partner” permanently?')
    await expect(dialog).toContainText('1 monitor can no longer present it')
    await expect(dialog).toContainText('Orders of the partner')
    await dialog.getByLabel(/Type .* to confirm/).fill('partner')
    await dialog.getByRole('button', { name: 'Delete certificate' }).click()
    await expect(main).toContainText('No certificates yet')
  },
  LONG_MS,
)
