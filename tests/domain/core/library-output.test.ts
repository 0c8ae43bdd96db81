import { expect, test } from 'vitest'
import { lineOfOutput, lineOfWarning, routeLibraryOutput } from '../../../src/domain/core/library-output.ts'

test('a library that prints several lines is one line of the log, and an error says nothing of its message', () => {
  expect(lineOfOutput(['one\n  two', new Error('Bearer abc')])).toMatch(/^A library says: one two Error at /)
  expect(lineOfOutput(['x'.repeat(10_000)])?.length).toBeLessThan(400)
})

test('warnings about code are for us, and others for the operator', () => {
  const warning = (name: string, message: string) => Object.assign(new Error(message), { name })
  expect(lineOfWarning(warning('DeprecationWarning', 'url.parse() is deprecated'))).toBeNull()
  expect(lineOfWarning(warning('MaxListenersExceededWarning', 'Possible leak'))).toBe(
    'A library says: MaxListenersExceededWarning: Possible leak',
  )
  expect(lineOfWarning(warning('Warning', 'SECURITY WARNING: The SSL modes …\nIn the next …'))).toMatch(/verify-full/)
})

test('everything that is printed to the console goes to the log', () => {
  const lines: string[] = []
  const silent = (..._: unknown[]) => {}
  const console = { debug: silent, error: silent, info: silent, log: silent, trace: silent, warn: silent }
  let warn = (_: Error) => {}
  let removed = 0
  const process = {
    removeAllListeners: () => void removed++,
    on: (_: 'warning', listener: (warning: Error) => void) => {
      warn = listener
    },
  }
  routeLibraryOutput(console, process, (line) => lines.push(line))
  console.info('Hello', 'there')
  console.info('The user aborted a request.')
  warn(new Error('Careful'))
  expect(lines).toEqual(['A library says: Hello there', 'A library says: Error: Careful'])
  // Node.js itself would print warnings otherwise.
  expect(removed).toBe(1)
})
