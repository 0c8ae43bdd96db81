import { expect, test } from 'vitest'
import { earlierLine } from '../../../src/views/console/earlier-line.ts'

const latest = ['open schedule checkout', 'run monitor checkout', 'pause schedule nightly']
const at = (key: string, line: string, recalled: string | null) => earlierLine(key, line, { recalled, latest })

test('Up in an empty field brings back the latest line, and Up and Down go on from there', () => {
  expect(at('ArrowUp', '', null)).toBe('open schedule checkout')
  expect(at('ArrowUp', 'open schedule checkout', 'open schedule checkout')).toBe('run monitor checkout')
  expect(at('ArrowDown', 'run monitor checkout', 'run monitor checkout')).toBe('open schedule checkout')
  expect(at('ArrowDown', 'open schedule checkout', 'open schedule checkout')).toBe('')
  expect(at('ArrowUp', 'pause schedule nightly', 'pause schedule nightly')).toBeNull()
})

test('beside a line that was typed, arrows move among the choices, also if an earlier line is the same', () => {
  for (const key of ['ArrowUp', 'ArrowDown']) {
    expect(at(key, 'run monitor checkout', null)).toBeNull()
    expect(at(key, 'run monitor checkout', 'open schedule checkout')).toBeNull()
  }
  expect(at('ArrowDown', '', null)).toBeNull()
  expect(at('Enter', 'run monitor checkout', 'run monitor checkout')).toBeNull()
})
