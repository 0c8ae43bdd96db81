import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violationsOf } from '../../support/axe.ts'
import { openBrowser } from '../../support/browser.ts'
import { type BuiltPage, serveBuilt } from '../../support/built-page.ts'

let built: BuiltPage
let browser: Browser
let page: Page
const troubles: string[] = []

beforeAll(async () => {
  built = await serveBuilt(new URL('../page/vite.config.ts', import.meta.url))
  browser = await openBrowser()
  page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on('pageerror', ({ message }) => troubles.push(message))
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

/** Loads the page again, as somebody sees it who comes for the first time: it keeps nothing. */
const openPage = async (): Promise<void> => {
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(built.address)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.locator('input:focus').waitFor()
}

beforeEach(() => openPage())

/** Waits for the choices of the line: a letter is painted before them. */
const settled = () => page.waitForFunction(() => document.querySelector('[data-late]') === null)
const type = async (text: string) => {
  await page.keyboard.type(text)
  await settled()
}
const press = async (key: string) => {
  await page.keyboard.press(key)
  await settled()
}
const field = () => page.getByRole('combobox')
const options = () => page.getByRole('option').allInnerTexts()
const chosen = () => page.locator('[role=option][aria-selected=true]').textContent()
const said = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls)
const isOpen = () => page.getByRole('dialog').isVisible()
const untilClosed = () => page.getByRole('dialog').waitFor({ state: 'detached' })

describe('step by step', () => {
  test('a command, then its answers, then it runs', async () => {
    await type('run-from')
    await page.getByRole('option', { name: 'Run-from monitor' }).click()
    expect(await field().getAttribute('placeholder')).toBe('Which monitor?')
    await type('tax lo')
    expect(await chosen()).toContain('Tax lookup (SOAP)')
    await press('Enter')
    expect(await field().getAttribute('placeholder')).toBe('From which location?')
    await type('orego')
    await press('Enter')
    // A part of a name is completed, and read before it runs.
    expect([await field().inputValue(), await said()]).toEqual(['aws-usw2', []])
    await press('Enter')
    await untilClosed()
    expect((await said())[0]).toContain('"callId":"b7Yt2LmQ9sXw4RfVzA1cNe","locationId":"aws-usw2"')
  })

  test('Backspace in an empty field goes back', async () => {
    await type('run-from')
    await page.getByRole('option', { name: 'Run-from monitor' }).click()
    await press('Enter')
    expect(await field().getAttribute('placeholder')).toBe('From which location?')
    await press('Backspace')
    expect(await field().getAttribute('placeholder')).toBe('Which monitor?')
    await press('Backspace')
    expect(await field().getAttribute('placeholder')).toBe('Search or run a command')
  })

  test('several answers have commas, as in a line, and no quote appears by itself', async () => {
    await type('run monitor ')
    await press('Backspace')
    await page.getByRole('option', { name: 'Run monitor' }).first().click()
    await type('Tax lookup (SOAP), Catalogue search')
    expect(await field().inputValue()).toBe('Tax lookup (SOAP), Catalogue search')
    await press('Enter')
    await untilClosed()
    expect(await said()).toHaveLength(2)
  })

  test.each(['it’s “new”', `it's "new"`, 'a --b', 'a, b=c', 'a  b', '\\d'])(
    'a text is what was typed: %s',
    async (text) => {
      await type('rename')
      await page.getByRole('option', { name: 'Rename monitor' }).click()
      await type('tax')
      await press('Enter')
      await type(text)
      expect(await field().inputValue()).toBe(text)
      await press('Enter')
      await untilClosed()
      expect((await said()).at(-1)).toContain(JSON.stringify({ meta: { name: text } }))
    },
  )

  test('an answer in words may hold spaces', async () => {
    await type('rename')
    await page.getByRole('option', { name: 'Rename monitor' }).click()
    await type('tax')
    await press('Enter')
    await type('A new name')
    expect(await page.locator('footer').textContent()).toContain('rename monitor tax-lookup-soap A new name')
    await press('Enter')
    await untilClosed()
    expect(await said()).toEqual([
      // Read for the undo.
      'monitor.read {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"}}',
      'monitor.update {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"},"body":{"meta":{"name":"A new name"}}}',
    ])
  })
})

describe('before the next frame', () => {
  const words = () => page.locator('[role=dialog] [aria-hidden=true]:has([data-role])').textContent()
  /** From here on no frame begins, so that what was typed is told to nobody. */
  const holdFrames = () =>
    page.evaluate(() => {
      window.requestAnimationFrame = () => 0
    })

  test('letters stand in the line in their places', async () => {
    await type('run monitor tax-lookup-soap --location aws-use')
    await holdFrames()
    await page.keyboard.type('19')
    expect(await words()).toBe('run monitor tax-lookup-soap --location aws-use19')
    for (const _ of 'e19') await page.keyboard.press('Backspace')
    expect(await words()).toBe('run monitor tax-lookup-soap --location aws-us')
    for (const _ of 'aws-us') await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    expect(await words()).toBe('run monitor tax-lookup-soap --location xaws-us')
    expect(await field().inputValue()).toBe(await words())
  })

  test('a long line that is pasted stands with its end in sight', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.insertText('run monitor tax-lookup-soap --location aws-use')
    await settled()
    await page.waitForFunction(() => {
      const input = document.querySelector<HTMLInputElement>('[role=combobox]')
      const shown = document.querySelector('[role=dialog] [aria-hidden=true]:has([data-role])')
      if (!input || !shown) return false
      const { scrollLeft, scrollWidth, clientWidth } = input
      return scrollLeft > 0 && scrollLeft === scrollWidth - clientWidth && shown.scrollLeft === scrollLeft
    })
  })

  test('Enter runs what was typed, not what was read before', async () => {
    await type('run monitor tax-lookup-soap --location aws-us')
    await holdFrames()
    await page.keyboard.type('e1')
    await page.keyboard.press('Enter')
    await untilClosed()
    expect((await said())[0]).toContain('"locationId":"aws-use1"')
  })

  test('a choice that is clicked replaces what was typed', async () => {
    await type('run-from')
    await holdFrames()
    await page.keyboard.type('x')
    await page.getByRole('option', { name: 'Run-from monitor' }).click()
    expect(await field().getAttribute('placeholder')).toBe('Which monitor?')
    expect(await field().inputValue()).toBe('')
  })
})

describe('in one line', () => {
  test('Tab completes, Enter runs', async () => {
    await type('run monitor tax')
    await press('Tab')
    await type(' --location aws-u')
    await press('Tab')
    expect(await field().inputValue()).toBe('run monitor tax-lookup-soap --location aws-use1')
    await press('Enter')
    await untilClosed()
    expect(await said()).toHaveLength(1)
  })

  test('what is wrong is marked and said; Enter does nothing, and Tab mends it', async () => {
    await type('run monitor tax-lookup-soap --location aws-use9')
    expect(await page.getByRole('alert').textContent()).toContain('No location is called aws-use9.')
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await press('Enter')
    expect(await field().inputValue()).toBe('run monitor tax-lookup-soap --location aws-use9')
    await press('Tab')
    expect(await field().inputValue()).toBe('run monitor tax-lookup-soap --location aws-use1')
    expect(await said()).toEqual([])
    await press('Enter')
    await untilClosed()
    expect(await said()).toHaveLength(1)
  })

  test('beside a refusal the first choice is one to move to', async () => {
    await type('run monitor tax-lookup-soap --location aws-use9')
    await press('ArrowDown')
    expect(await chosen()).toContain('aws-use1')
    await press('Enter')
    expect([await field().inputValue(), await said()]).toEqual(['run monitor tax-lookup-soap --location aws-use1', []])
  })

  test.each(['PageDown', 'Control+j', 'Control+n'])('%s moves as an arrow does', async (key) => {
    await type('open ')
    const first = await chosen()
    await press(key)
    expect(await chosen()).not.toBe(first)
    await press(key === 'PageDown' ? 'PageUp' : 'Control+p')
    expect(await chosen()).toBe(first)
  })

  test('with the cursor on a choice, Enter takes the choice', async () => {
    await type('set theme ')
    await press('ArrowDown')
    expect(await chosen()).toContain('light')
    await press('Enter')
    await untilClosed()
    expect(await said()).toEqual(['preferences {"type":"SET","theme":"light"}'])
  })
})

describe('several lines at once', () => {
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, text)
  const lines = () => page.getByRole('list', { name: 'Pasted lines' }).getByRole('listitem').allInnerTexts()

  test('are read first, run one after the other, and stop at the first that is refused', async () => {
    await paste(
      '# a comment\nrun monitor tax-lookup-soap\n\nsonde rename monitor nobody X\nrun monitor catalogue-search\n',
    )
    expect(await lines()).toHaveLength(3)
    expect((await lines())[1]).toContain('No monitor is called nobody.')
    expect(await said()).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Run from line 2' }).waitFor()
    expect(await said()).toHaveLength(1)
    await page.keyboard.press('Backspace')
    expect(await field().inputValue()).toBe('')
  })

  test('delete nothing that they do not confirm', async () => {
    await paste('delete monitor tax-lookup-soap\ndelete monitor catalogue-search --confirm catalogue-search')
    expect((await lines())[0]).toContain('End the line with --confirm tax-lookup-soap.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Run 2 lines' }).waitFor()
    expect(await said()).toEqual([])
    await press('Backspace')
    await paste('delete monitor catalogue-search --confirm catalogue-search\nopen monitors')
    await page.keyboard.press('Enter')
    await untilClosed()
    expect(await said()).toEqual(['monitor.remove {"params":{"id":"c9Yt2LmQ9sXw4RfVzA1cNe"}}'])
  })

  test('one line is pasted as it is, and more than a hundred are refused', async () => {
    await page.keyboard.insertText('open monitors')
    expect(await field().inputValue()).toBe('open monitors')
    await paste('open monitors\n'.repeat(101))
    await page.getByText('101 lines were pasted, and at most 100 run at once. Nothing was run.').waitFor()
  })
})

test('Up in an empty field brings earlier lines back, and runs none', async () => {
  await press('ArrowUp')
  expect(await field().inputValue()).toBe('run monitor tax-lookup-soap --location aws-use1')
  await press('ArrowUp')
  expect(await field().inputValue()).toBe('open monitors')
  await press('ArrowDown')
  await press('ArrowDown')
  expect([await field().inputValue(), await said()]).toEqual(['', []])
})

describe('what is permanent', () => {
  test('is done once its word is typed', async () => {
    await type('delete monitor tax-lookup-soap')
    await press('Enter')
    await page.getByText('Delete “Tax lookup (SOAP)”?').waitFor()
    await type('tax-look')
    await press('Enter')
    expect(await page.getByRole('button', { name: 'Delete monitor' }).getAttribute('aria-disabled')).toBe('true')
    expect(await said()).toEqual([])
    await type('up-soap')
    await press('Enter')
    await untilClosed()
    expect(await said()).toEqual(['monitor.remove {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"}}'])
  })

  test('is kept by “Keep it”, and the line stays to be changed', async () => {
    await type('delete monitor tax-lookup-soap')
    await press('Enter')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.locator('input:focus').waitFor()
    expect(await field().inputValue()).toBe('delete monitor tax-lookup-soap')
    expect(await said()).toEqual([])
  })
})

test('the focus never leaves the field, whatever is pressed in the list', async () => {
  await page.getByRole('option').nth(3).hover()
  await page.mouse.down()
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a screen reader hears a field with a list, and the choice that the cursor is on', async () => {
  await type('run')
  await press('ArrowDown')
  const active = await field().getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  const list = await field().getAttribute('aria-controls')
  expect(await page.locator(`[id="${list}"]`).getAttribute('role')).toBe('listbox')
})

test('Esc closes it and gives the focus back', async () => {
  await press('Escape')
  await untilClosed()
  expect(await isOpen()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
})

test('the page behind is inert until it closes, and no list box is empty', async () => {
  await page.waitForFunction(() => document.querySelector('#root > [inert], body > [inert]') !== null)
  await type('?')
  expect(await page.getByRole('listbox').count()).toBe(0)
  expect(await field().getAttribute('aria-expanded')).toBe('false')
  await press('Backspace')
  await page.getByRole('listbox').waitFor()
  await press('Escape')
  await untilClosed()
  expect(await page.locator('[inert]').count()).toBe(0)
})

test('“help” and Enter show the keys, and change nothing', async () => {
  await type('help')
  await press('Enter')
  expect(await page.getByRole('region', { name: 'Keyboard shortcuts' }).textContent()).toContain('Delete (monitor)')
  expect(await said()).toEqual([])
})

test('? shows every key', async () => {
  await type('?')
  expect(await page.getByRole('region', { name: 'Keyboard shortcuts' }).textContent()).toContain('Run now (monitor)rR')
  expect(await options()).toEqual([])
})

describe('nobody is shut out', () => {
  const shown = [
    'run',
    'run monitor tax-lookup-soap --location aws-u',
    'run monitor tax-lookup-soap --location aws-use9',
    '?',
    'delete monitor tax-lookup-soap',
  ]
  const looks = [
    ['light', 1440],
    ['dark', 390],
  ] as const

  test.each(shown.flatMap((line) => looks.map(([scheme, width]) => [line, scheme, width] as const)))(
    '“%s” (%s, %i px)',
    async (line, colorScheme, width) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await type(line)
      if (line.startsWith('delete')) {
        await press('Enter')
        await page.getByText('Delete “Tax lookup (SOAP)”?').waitFor()
      }
      const violations = await violationsOf(page, { within: '[role=dialog]' })
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    },
  )
})

test('nothing went wrong on the page meanwhile', () => {
  expect(troubles).toEqual([])
})
