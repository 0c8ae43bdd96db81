import { expect, test } from 'vitest'
import { namesIn, takeFlags } from '../../../src/cli/flags.ts'
import { junitReport } from '../../../src/cli/junit.ts'
import { lineOf } from '../../../src/cli/line-of-words.ts'
import { runLine } from '../../../src/cli/print.ts'
import { paintOf, plainText } from '../../../src/cli/terminal-io.ts'
import { tokensOf } from '../../../src/commands/core/line/tokens.ts'
import type { StartedRun } from '../../../src/commands/headless/outcome.ts'
import { testIo } from './test-terminal.ts'

test('words of a shell are words of a line, whatever they hold', () => {
  const words = ['', 'a b', '"', "it's", 'C:\\x', '-5', 'a=b c', 'x=', 'Grüße', '$HOME', '\n']
  const tokens = tokensOf(lineOf(['run', ...words]))
  expect(tokens.map(({ text }) => text)).toEqual(['run', ...words])
  expect(tokens.every(({ flag }) => flag === null)).toBe(true)
})

test('commas part a list, but not a name with spaces, and nothing is a flag after --', () => {
  expect(tokensOf(lineOf(['a,b']))[0]?.parts).toEqual(['a', 'b'])
  expect(tokensOf(lineOf(['a, b']))[0]?.parts).toEqual(['a, b'])
  const [flag, ...rest] = tokensOf(lineOf(['--name=a b', '--', '--x', 'a,b']))
  expect(flag?.flag).toBe('name')
  expect(rest.map(({ flag: named, parts }) => [named, parts])).toEqual([
    [null, ['--x']],
    [null, ['a,b']],
  ])
})

test('general flags are taken wherever they stand, unless the command has a flag of that name', () => {
  expect(takeFlags(['--json', 'list', 'monitors', '--project', 'x'])).toEqual({
    flags: { json: '', project: 'x' },
    words: ['list', 'monitors'],
  })
  expect(takeFlags(['list', 'results', '--columns=id', '--', '--json'])).toEqual({
    flags: { columns: 'id' },
    words: ['list', 'results', '--', '--json'],
  })
  expect(takeFlags(['switch', 'project', '--project', 'x'])).toEqual({
    flags: {},
    words: ['switch', 'project', '--project', 'x'],
  })
  expect(() => takeFlags(['list', 'monitors', '--columns'])).toThrow('--columns needs a value.')
  expect(() => takeFlags(['list', '--json=1'])).toThrow('--json takes no value.')
})

test('names of standard input are lines, rows, or an array', () => {
  expect(namesIn('a b\n\tc\r\n')).toEqual(['a b', 'c'])
  expect(namesIn('{"id":"1"}\n{"id":2}\n')).toEqual(['1', '2'])
  expect(namesIn('[{"id":"1"},"two"]')).toEqual(['1', 'two'])
  expect(namesIn(' \n')).toEqual([])
  expect(() => namesIn('{"name":"x"}')).toThrow('has no id')
  expect(() => namesIn('[1')).toThrow('JSON array')
})

test('a name from the server moves no cursor', () => {
  expect(plainText('a\u001b[2Jb\u0007\u009b1m\nc')).toBe('a\ufffd[2Jb\ufffd\ufffd1m c')
})

test('a run that failed by its status alone says so in its line and in the report', () => {
  const run: StartedRun = {
    of: 'monitor',
    targetId: '1',
    name: 'Shop',
    resultId: 'r',
    locationId: 'local',
    category: 'FAIL',
    responseTime: 12,
    error: null,
    isLost: false,
    result: { http_code: 500, meta: { result: 'HTTP_SERVER_ERROR' }, conditions: [], browser: { steps: [] } },
  }
  expect(runLine(run, paintOf(testIo().io))).toContain('Failed with a server error (HTTP 500).')
  expect(junitReport([run], () => true, 0)).toContain(
    '<failure message="Failed with a server error (HTTP 500)." type="FAIL">Failed with a server error (HTTP 500). Result r<',
  )
})

test('a JUnit report is well-formed, whatever names and reasons hold', () => {
  const run: StartedRun = {
    of: 'monitor',
    targetId: '1',
    name: '<a> & "b" \u0001\ud800',
    resultId: 'r',
    locationId: 'local',
    category: 'FAIL',
    responseTime: 12,
    error: null,
    isLost: false,
    result: { conditions: [{ name: 'status', outcome: 'fail', actual: '<500>', expected: '200' }] },
  }
  const late = { ...run, category: null, error: 'It was not over.', responseTime: null }
  const report = junitReport([run, { ...run, category: 'SKIPPED' }, late], ({ category }) => category === 'FAIL', 0)
  expect(report).toContain('name="&#60;a&#62; &#38; &#34;b&#34; \ufffd"')
  expect(report).toContain('message="status: &#60;500&#62;, expected 200"')
  expect(report).toMatch(/<testsuites name="sonde" tests="3" failures="1" errors="1" skipped="1"/)
  // Every tag that is opened is closed, and no other sign of markup is left.
  const open: string[] = []
  for (const [, close, name = '', self] of report.replace(/^<\?.*\?>/, '').matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name)
    else if (!self) open.push(name)
  }
  expect(open).toEqual([])
})
