import { describe, expect, test } from 'vitest'
import { requestOfCurl } from '../../../src/domain/monitors/curl.ts'

const read = (command: string) => {
  const reading = requestOfCurl(command)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading
}
const ADDRESS = 'https://api.example.com/p'

describe('what the shell would fill in is named, and stays', () => {
  test.each<[line: string, named: string, request: object]>([
    [`-H "X-Date: $(date +%s)" ${ADDRESS}`, '$(date +%s)', { url: ADDRESS }],
    [`-H X-Date:$(date +%s) ${ADDRESS}`, '$(date +%s)', { url: ADDRESS }],
    [`-H "X: \`date +%s\`" ${ADDRESS}`, '`date +%s`', { url: ADDRESS }],
    [`-H X:\`date +%s\` ${ADDRESS}`, '`date +%s`', { url: ADDRESS }],
    [`-d "$(cat ")" ')')" ${ADDRESS}`, '$(cat', { url: ADDRESS }],
    [`-H "X: $((1+2))" ${ADDRESS}`, '$((1+2))', { url: ADDRESS }],
    [`-H "X: \${A%%b}$1" ${ADDRESS}`, `\${A%%b}`, { url: ADDRESS }],
    [`-d @<(echo a b) ${ADDRESS}`, '<(echo a b):', { url: ADDRESS }],
    [`${ADDRESS} -d @- <<EOF\n{"a": "$(date)"}\nEOF\n`, '$(date)', { body: '{"a": "$(date)"}' }],
  ])('%s', (line, named, request) => {
    const reading = read(`curl ${line}`)
    expect(reading.request).toMatchObject(request)
    expect(reading.notes.filter((note) => note.includes(named))).toHaveLength(1)
  })

  test.each<[line: string, request: object]>([
    [`-H 'X: $(date) \`date\` $1' ${ADDRESS}`, { headers: [{ key: 'X', value: '$(date) `date` $1' }] }],
    [`-H "X: \\$(date) \\\`date\\\` 5$" ${ADDRESS}`, { headers: [{ key: 'X', value: '$(date) `date` 5$' }] }],
  ])('and what means itself is not: %s', (line, request) => {
    const reading = read(`curl ${line}`)
    expect(reading.request).toMatchObject(request)
    expect(reading.notes).toEqual([])
  })

  test('a parenthesis that is not closed is refused', () => {
    expect(requestOfCurl(`curl -H X:$(date ${ADDRESS}`)).toEqual({ problem: 'A parenthesis ($() is not closed.' })
  })

  test('a variable that a script sets by a command has to be given a value', () => {
    const { request, notes } = read(`TOKEN=$(cat token | tr -d x)\ncurl -H "X: $TOKEN" ${ADDRESS}`)
    expect(request).toMatchObject({ url: ADDRESS, headers: [{ key: 'X', value: '{{ TOKEN }}' }] })
    expect(notes).toEqual([expect.stringContaining('TOKEN was a variable')])
  })

  test('variables of cmd and expressions of PowerShell are named, too', () => {
    const cmd = read(`curl.exe -H "X: %TOKEN%" "${ADDRESS}/%C3%A4%20b"`)
    expect(cmd.request).toMatchObject({ url: `${ADDRESS}/%C3%A4%20b`, headers: [{ key: 'X', value: '{{ TOKEN }}' }] })
    expect(cmd.notes).toEqual([expect.stringContaining('TOKEN was a variable')])
    const powershell = read(`irm ${ADDRESS} -Headers @{ X = "$(Get-Date -Format o)" }`)
    expect(powershell.notes).toEqual([expect.stringContaining('$(Get-Date -Format o)')])
  })
})
