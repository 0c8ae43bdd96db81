import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../support/axe.ts'
import { consolePage } from '../../support/console-page.ts'

const view = consolePage()
const { settled, type, press, field, options, chosen, said, isOpen, untilClosed } = view
const { troubles } = view

/** Presses Enter at a time of the page's clock (ms), however slow the machine is. */
const enterAt = async (ms: number): Promise<void> => {
  await view.page.evaluate((timeStamp) => {
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }))
  }, ms)
  await settled()
}

describe('step by step', () => {
  test('a command, then its answers, then it runs', async () => {
    await type('run-from')
    await view.page.getByRole('option', { name: 'Run-from monitor' }).click()
    expect(await field().getAttribute('placeholder')).toBe('Which monitor?')
    await type('tax lo')
    expect(await chosen()).toContain('Tax lookup (SOAP)')
    await press('Enter')
    expect(await field().getAttribute('placeholder')).toBe('From which location?')
    await type('orego')
    const began = await view.page.evaluate(() => performance.now())
    await enterAt(began)
    // A part of a name is completed, and read before it runs: a second press at once is the first one's.
    expect([await field().inputValue(), await said()]).toEqual(['aws-usw2', []])
    await enterAt(began + 200)
    // So is a third that follows the second as quickly.
    await enterAt(began + 400)
    expect(await said()).toEqual([])
    await enterAt(began + 800)
    await untilClosed()
    expect((await said())[0]).toContain('"callId":"b7Yt2LmQ9sXw4RfVzA1cNe","locationId":"aws-usw2"')
  })

  test('the first Enter acts however soon after the page it is pressed', async () => {
    await type('run monitor tax-lookup-soap')
    await enterAt(1)
    await untilClosed()
    expect((await said())[0]).toContain('"callId":"b7Yt2LmQ9sXw4RfVzA1cNe"')
  })

  test('Backspace in an empty field goes back', async () => {
    await type('run-from')
    await view.page.getByRole('option', { name: 'Run-from monitor' }).click()
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
    await view.page.getByRole('option', { name: 'Run monitor' }).first().click()
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
      await view.page.getByRole('option', { name: 'Rename monitor' }).click()
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
    await view.page.getByRole('option', { name: 'Rename monitor' }).click()
    await type('tax')
    await press('Enter')
    await type('A new name')
    expect(await view.page.locator('footer').textContent()).toContain('rename monitor tax-lookup-soap A new name')
    await press('Enter')
    await untilClosed()
    expect(await said()).toEqual([
      // Read for the undo.
      'monitor.read {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"}}',
      'monitor.update {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"},"body":{"meta":{"name":"A new name"}}}',
    ])
  })
})

test('a line that is written for a person has the caret at its end', async () => {
  await view.page.evaluate(() => {
    const { actor } = window as unknown as { actor: { send(event: object): void } }
    actor.send({ type: 'TYPE', line: 'u' })
  })
  await type('ndo')
  expect(await field().inputValue()).toBe('undo')
})

describe('before the next frame', () => {
  const words = () => view.page.locator('[role=dialog] [aria-hidden=true]:has([data-role])').textContent()
  /** From here on no frame begins, so that what was typed is told to nobody. */
  const holdFrames = () =>
    view.page.evaluate(() => {
      window.requestAnimationFrame = () => 0
    })

  test('letters stand in the line in their places', async () => {
    await type('run monitor tax-lookup-soap --location aws-use')
    await holdFrames()
    await view.page.keyboard.type('19')
    expect(await words()).toBe('run monitor tax-lookup-soap --location aws-use19')
    for (const _ of 'e19') await view.page.keyboard.press('Backspace')
    expect(await words()).toBe('run monitor tax-lookup-soap --location aws-us')
    for (const _ of 'aws-us') await view.page.keyboard.press('ArrowLeft')
    await view.page.keyboard.type('x')
    expect(await words()).toBe('run monitor tax-lookup-soap --location xaws-us')
    expect(await field().inputValue()).toBe(await words())
  })

  test('a long line that is pasted stands with its end in sight', async () => {
    await view.page.setViewportSize({ width: 390, height: 800 })
    await view.page.keyboard.insertText('run monitor tax-lookup-soap --location aws-use')
    await settled()
    await view.page.waitForFunction(() => {
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
    await view.page.keyboard.type('e1')
    await view.page.keyboard.press('Enter')
    await untilClosed()
    expect((await said())[0]).toContain('"locationId":"aws-use1"')
  })

  test('a choice that is clicked replaces what was typed', async () => {
    await type('run-from')
    await holdFrames()
    await view.page.keyboard.type('x')
    await view.page.getByRole('option', { name: 'Run-from monitor' }).click()
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
    expect(await view.page.getByRole('alert').textContent()).toContain('No location is called aws-use9.')
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    expect(await view.page.locator('[role=option][aria-selected=true]').count()).toBe(0)
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
    // A page is turned as by a pointer, whose moves the page draws in its own time.
    await expect.poll(chosen).not.toBe(first)
    await press(key === 'PageDown' ? 'PageUp' : 'Control+p')
    await expect.poll(chosen).toBe(first)
  })

  test('with the cursor on a choice, Enter takes the choice', async () => {
    await type('set theme ')
    // Nothing is typed of the answer, so none is marked.
    expect(await view.page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await press('ArrowDown')
    await press('ArrowDown')
    expect(await chosen()).toContain('light')
    await press('Enter')
    await untilClosed()
    expect((await said())[0]).toBe('preferences {"type":"SET","theme":"light"}')
  })
})

describe('what is permanent', () => {
  test('is done once its word is typed', async () => {
    await type('delete monitor tax-lookup-soap')
    await press('Enter')
    await view.page.getByText('Delete “Tax lookup (SOAP)”?').waitFor()
    await type('tax-look')
    await press('Enter')
    expect(await view.page.getByRole('button', { name: 'Delete monitor' }).getAttribute('aria-disabled')).toBe('true')
    expect(await said()).toEqual([])
    await type('up-soap')
    await press('Enter')
    await untilClosed()
    expect(await said()).toEqual(['monitor.remove {"params":{"id":"b7Yt2LmQ9sXw4RfVzA1cNe"}}'])
  })

  test('is kept by “Keep it”, and the line stays to be changed', async () => {
    await type('delete monitor tax-lookup-soap')
    await press('Enter')
    await view.page.getByRole('button', { name: 'Keep it' }).click()
    await view.page.locator('input:focus').waitFor()
    expect(await field().inputValue()).toBe('delete monitor tax-lookup-soap')
    expect(await said()).toEqual([])
  })
})

test('the focus never leaves the field, whatever is pressed in the list', async () => {
  await view.page.getByRole('option').nth(3).hover()
  await view.page.mouse.down()
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a screen reader hears a field with a list, and the choice that the cursor is on', async () => {
  await type('run')
  await press('ArrowDown')
  const active = await field().getAttribute('aria-activedescendant')
  expect(await view.page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  const list = await field().getAttribute('aria-controls')
  expect(await view.page.locator(`[id="${list}"]`).getAttribute('role')).toBe('listbox')
})

test('Esc closes it and gives the focus back', async () => {
  await press('Escape')
  await untilClosed()
  expect(await isOpen()).toBe(false)
  expect(await view.page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
})

test('the page behind is inert until it closes, and no list box is empty', async () => {
  await view.page.waitForFunction(() => document.querySelector('#root > [inert], body > [inert]') !== null)
  await type('?')
  expect(await view.page.getByRole('listbox').count()).toBe(0)
  expect(await field().getAttribute('aria-expanded')).toBe('false')
  await press('Backspace')
  await view.page.getByRole('listbox').waitFor()
  await press('Escape')
  await untilClosed()
  expect(await view.page.locator('[inert]').count()).toBe(0)
})

test('“help” and Enter show the keys, and change nothing', async () => {
  await type('help')
  await press('Enter')
  expect(await view.page.getByRole('region', { name: 'Keyboard shortcuts' }).textContent()).toContain(
    'Delete (monitor)',
  )
  expect(await said()).toEqual([])
})

test('? shows every key', async () => {
  await type('?')
  expect(await view.page.getByRole('region', { name: 'Keyboard shortcuts' }).textContent()).toContain(
    'Run now (monitor)rR',
  )
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
      await view.page.emulateMedia({ colorScheme })
      await view.page.setViewportSize({ width, height: 900 })
      await type(line)
      if (line.startsWith('delete')) {
        await press('Enter')
        await view.page.getByText('Delete “Tax lookup (SOAP)”?').waitFor()
      }
      const violations = await violationsOf(view.page, { within: '[role=dialog]' })
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    },
  )
})

test('nothing went wrong on the page meanwhile', () => {
  expect(troubles).toEqual([])
})
