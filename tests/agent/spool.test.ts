import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealLine, spoolKeyOf } from '../../src/agent/work/line-cipher.ts'
import { Spool } from '../../src/agent/work/spool.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporary.ts'

const quiet = () => {}
const agentKey = spoolKeyOf('the key of an agent')
const key = () => agentKey
const line = (id: string, text = '') => JSON.stringify({ id, text })
const bytesIn = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

describe('The spool', () => {
  test('returns, after a crash, exactly the unacknowledged results in order', async () => {
    const texts = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean()), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(texts, async (results) => {
        const folder = temporaryFolder()
        const { spool } = await Spool.open(folder, quiet, key)
        const stored = await Promise.all(
          results.map(([text], index) => spool.append(`r${index}`, line(`r${index}`, text))),
        )
        spool.release(stored.filter((_, index) => results[index]?.[1]))
        // The process is gone without closing it. Acknowledged ones may come again: the server knows their ids.
        const { left, spool: next } = await Spool.open(folder, quiet, key)
        const waiting = stored.filter((_, index) => !results[index]?.[1]).map(({ line }) => line)
        expect(left.map(({ line }) => line).filter((line) => waiting.includes(line))).toEqual(waiting)
        expect(stored.map(({ line }) => line)).toEqual(expect.arrayContaining(left.map(({ line }) => line)))
        await Promise.all([spool.close(), next.close()])
      }),
      { numRuns: 40 },
    )
  })

  test('ignores a last line cut by a crash, and keeps all lines before it', async () => {
    const torn = sealLine(line('torn', 'ä"\\x'), agentKey)
    // Without the padding at its end, a line is still complete.
    const { length: complete } = torn.replace(/=+$/, '')
    for (let length = 1; length < complete; length++) {
      const folder = temporaryFolder()
      const { spool } = await Spool.open(folder, quiet, key)
      await spool.append('a', line('a'))
      appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), Buffer.from(torn).subarray(0, length))
      const { left, spool: next } = await Spool.open(folder, quiet, key)
      expect(left.map(({ id }) => id)).toEqual(['a'])
      await next.append('b', line('b'))
      const third = await Spool.open(folder, quiet, key)
      expect(third.left.map(({ id }) => id)).toEqual(['a', 'b'])
      await Promise.all([spool.close(), next.close(), third.spool.close()])
    }
  })

  test('is empty once everything is acknowledged, and leaves no file when closed', async () => {
    const folder = temporaryFolder()
    const { spool } = await Spool.open(folder, quiet, key)
    for (let round = 0; round < 6; round++) {
      const stored = await spool.append(`r${round}`, line(`r${round}`, 'x'.repeat(2_000_000)))
      spool.release([stored])
    }
    await spool.close()
    expect(readdirSync(folder)).toEqual([])
  })

  test('continues in a new file when one is large, and deletes each when its results are acknowledged', async () => {
    const folder = temporaryFolder()
    const { spool } = await Spool.open(folder, quiet, key)
    const stored = []
    for (let round = 0; round < 6; round++)
      stored.push(await spool.append(`r${round}`, line('r', 'x'.repeat(2_000_000))))
    expect(readdirSync(folder).length).toBeGreaterThan(1)
    spool.release(stored)
    await spool.close()
    expect(bytesIn(folder)).toBe(0)
  })

  test('deletes a full file whose last results are acknowledged while the next one is opened', async () => {
    const folder = temporaryFolder()
    const { spool } = await Spool.open(folder, quiet, key)
    const first = [await spool.append('a', line('a', 'x'.repeat(4_000_000)))]
    const second = spool.append('b', line('b'))
    spool.release(first)
    spool.release([await second])
    await spool.close()
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps delivering when the disk is full', async () => {
    const folder = temporaryFolder()
    const said: string[] = []
    const { spool } = await Spool.open(folder, (text) => said.push(text), key)
    await spool.close()
    expect(await spool.append('a', line('a'))).toMatchObject({ id: 'a' })
  })

  test('shows nothing of a result to those who have only its files', async () => {
    const folder = temporaryFolder()
    const { spool } = await Spool.open(folder, quiet, key)
    await spool.append('a', line('a', 'a text that nobody else may read'))
    const bytes = readFileSync(join(folder, readdirSync(folder)[0] ?? ''))
    for (const form of ['nobody', Buffer.from('nobody else').toString('base64').slice(1, -3)])
      expect(bytes.includes(form)).toBe(false)
    await spool.close()
  })

  test('skips lines of another key or that were changed, and says so', async () => {
    const folder = temporaryFolder()
    const { spool } = await Spool.open(folder, quiet, key)
    await spool.append('a', line('a'))
    await spool.append('b', line('b'))
    const path = join(folder, readdirSync(folder)[0] ?? '')
    const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n')
    const changed = `${second.slice(0, 30)}${second[30] === 'A' ? 'B' : 'A'}${second.slice(31)}`
    writeFileSync(path, `${first}\n${changed}\n`)
    const said: string[] = []
    const { left, spool: next } = await Spool.open(folder, (text) => said.push(text), key)
    expect(left.map(({ id }) => id)).toEqual(['a'])
    expect(said).toEqual([
      `${path} has 1 unreadable lines, which are skipped: incomplete, or encrypted with an earlier key`,
    ])
    const other = await Spool.open(folder, quiet, () => spoolKeyOf('another key'))
    expect(other.left).toEqual([])
    await Promise.all([spool.close(), next.close(), other.spool.close()])
  })

  test('reads what an agent before it left without encryption, once', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '0000000007.jsonl'), `${line('a')}\n${line('b')}\n`)
    const { spool, left } = await Spool.open(folder, quiet, key)
    expect(left.map(({ id }) => id)).toEqual(['a', 'b'])
    await spool.append('c', line('c'))
    spool.release(left)
    await spool.close()
    await eventually(async () => readdirSync(folder).join() === '0000000008.sealed')
  })
})
