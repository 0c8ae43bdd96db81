import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { home } from '../support/sources.ts'
import { failuresIn, runProgram, runSpecs } from './support/exported-paths.ts'

/** The shop that the page about test paths tells of. */
const SHOP = `<!doctype html><title>Shop</title>
<p id="said">Nothing is in your basket.</p><p id="problem" role="alert"></p>
<button id="add">Add</button> <button id="empty">Empty</button> <button id="order" disabled>Order</button>
<script>
  const [said, problem, add, empty, order] = ['said', 'problem', 'add', 'empty', 'order'].map((id) => document.getElementById(id))
  add.onclick = () => { said.textContent = '1 article'; order.disabled = false }
  empty.onclick = () => { said.textContent = 'Nothing is in your basket.'; order.disabled = true }
  order.onclick = async () => {
    order.disabled = true
    const answer = await fetch('/orders', { method: 'POST' })
    if (answer.ok) said.textContent = 'Thank you!'
    else { problem.textContent = await answer.text(); order.disabled = false }
  }
</script>`

let folder: string
let shop: Server
beforeAll(async () => {
  mkdirSync(join(home, 'dist'), { recursive: true })
  // Within the checkout, where the exported files find the test runner.
  folder = mkdtempSync(join(home, 'dist/.paths-'))
  cpSync(join(home, 'docs/examples/basket.mjs'), join(folder, 'basket.mjs'))
  shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(SHOP)).listen(0, '127.0.0.1')
  await once(shop, 'listening')
})
afterAll(() => {
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the machine of an own app is exported and run as the page about test paths says', async () => {
  expect(readFileSync(join(home, 'docs/test-paths.md'), 'utf8')).toContain(
    readFileSync(join(home, 'docs/examples/basket.mjs'), 'utf8'),
  )
  const { cli } = await openPrograms()
  for (const format of ['playwright', 'gherkin']) {
    const words = ['paths', '--from', 'basket.mjs', '--format', format, '--out', format]
    const exported = await runProgram(cli, words, { cwd: folder })
    expect(exported.said).toMatch(/^6 paths of basket, \d+ files in /)
    const { port } = shop.address() as AddressInfo
    const specs = await runSpecs(join(folder, format), { BASE_URL: `http://127.0.0.1:${port}` })
    expect(failuresIn(specs)).toEqual([])
    expect(specs.length).toBe(6)
  }
})
