import { describe, expect, test } from 'vitest'
import { consolePage } from '../../support/console-page.ts'

const view = consolePage()
const { press, field, said, untilClosed } = view

describe('several lines at once', () => {
  const paste = (text: string) =>
    view.page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, text)
  const lines = () => view.page.getByRole('list', { name: 'Pasted lines' }).getByRole('listitem').allInnerTexts()

  const run = () => view.page.getByRole('button', { name: /^Run (\d+ lines|from line)/ }).click()

  test('run by no Enter that is pressed as they appear', async () => {
    await paste('run monitor tax-lookup-soap\nopen monitors')
    await view.page.getByRole('button', { name: 'Run 2 lines' }).waitFor()
    /** Whether a press of Enter does nothing, at a time of the page's clock (ms). */
    const isPassedOver = (at: number) =>
      view.page.evaluate((timeStamp) => {
        const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }))
        return press.defaultPrevented
      }, at)
    expect([await isPassedOver(1), await isPassedOver(1e9)]).toEqual([true, false])
    expect(await said()).toEqual([])
  })

  test('belong to what was typed before them', async () => {
    await view.page.keyboard.insertText('run monitor ')
    await paste('tax-lookup-soap\nopen monitors')
    expect((await lines())[0]).toContain('run monitor tax-lookup-soap')
  })

  test('are read first, run one after the other, and stop at the first that is refused', async () => {
    await paste(
      '# a comment\nrun monitor tax-lookup-soap\n\nsonde rename monitor nobody X\nrun monitor catalogue-search\n',
    )
    expect(await lines()).toHaveLength(3)
    expect((await lines())[1]).toContain('No monitor is called nobody.')
    expect(await said()).toEqual([])
    await run()
    await view.page.getByRole('button', { name: 'Run from line 2' }).waitFor()
    expect(await said()).toHaveLength(1)
    await view.page.getByRole('button', { name: 'Skip line 2' }).press('Enter')
    expect(await lines()).toHaveLength(2)
    await run()
    await untilClosed()
    expect(await said()).toHaveLength(2)
  })

  test('delete nothing that they do not confirm', async () => {
    await paste('delete monitor tax-lookup-soap\ndelete monitor catalogue-search --confirm catalogue-search')
    expect((await lines())[0]).toContain('End the line with --confirm tax-lookup-soap.')
    await view.page.getByText('2 of them destroy something.').waitFor()
    await run()
    await view.page.getByRole('button', { name: 'Run 2 lines' }).waitFor()
    expect(await said()).toEqual([])
    await press('Backspace')
    await paste('delete monitor catalogue-search --confirm catalogue-search\nopen monitors')
    await run()
    await untilClosed()
    expect(await said()).toEqual(['monitor.remove {"params":{"id":"c9Yt2LmQ9sXw4RfVzA1cNe"}}'])
  })

  test('one line is pasted as it is, and more than a hundred are refused', async () => {
    await view.page.keyboard.insertText('open monitors')
    expect(await field().inputValue()).toBe('open monitors')
    await paste('open monitors\n'.repeat(101))
    await view.page.getByText('101 lines were pasted, and at most 100 run at once. Nothing was run.').waitFor()
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
