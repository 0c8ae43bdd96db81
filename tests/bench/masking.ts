import { Masking } from '../../src/domain/secrets/masking.ts'
import type { Row } from './row.ts'

const secretsOf3000 = ['a'.repeat(3_000), `${'a'.repeat(2_999)}b`, `b${'a'.repeat(2_999)}`]
const usualSecrets = ['sk_live_51H8xJ2eZvKYlo2C8', 'Bearer eyJhbGciOiJIUzI1NiJ9.Xk2mQ', 'correct horse battery staple']

/** A typical text of a report: 10 kB of JSON without a secret. */
const usualText = JSON.stringify(
  Array.from({ length: 64 }, (_, n) => ({
    id: n,
    name: `Item number ${n}`,
    description: 'Something that one can buy, at https://shop.example.com/a%20b',
    created: '2026-01-05T10:00:00.000Z',
  })),
).slice(0, 10_000)

/** Returns the median time of masking a text once warm, in milliseconds. */
const medianMs = (masking: Masking, text: string, times: number): number => {
  const ms = Array.from({ length: times * 2 }, () => {
    const startMs = performance.now()
    masking.mask(text)
    return performance.now() - startMs
  })
  return ms.slice(times).sort((a, b) => a - b)[times >> 1] ?? Number.NaN
}

/** Measures masking in the worst and the usual case, and its growth. Takes a few seconds. */
export const maskingBench = (): Row[] => {
  const worst = new Masking(secretsOf3000)
  const once = medianMs(worst, 'a'.repeat(200_000), 15)
  const twice = medianMs(worst, 'a'.repeat(400_000), 15)
  return [
    { figure: 'masking 200 kB of "a" with secrets of 3 000 "a"', value: once, unit: 'ms', target: '< 200' },
    { figure: 'the same for twice the text, as a multiple', value: twice / once, unit: '×', target: '< 3' },
    {
      figure: 'masking a usual report: three secrets, 10 kB of JSON',
      value: medianMs(new Masking(usualSecrets), usualText, 2_000) * 1_000,
      unit: 'µs',
      target: '< 250',
    },
  ]
}
