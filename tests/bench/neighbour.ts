import { measureNeighbour, openSilence } from '../support/neighbour.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const SILENT = 100

/** Measures whether a hundred monitors that hang for two minutes delay another project's runs. */
export const neighbourBench = async (): Promise<Row[]> => {
  const silence = await openSilence()
  try {
    return await inWorkshop(
      async ({ installation, targetUrl }) => {
        const { alone, beside, expected } = await measureNeighbour(installation, {
          targetUrl,
          silencePort: silence.port,
          silent: SILENT,
        })
        const of = `neighbour of ${SILENT} monitors that hang`
        return [
          {
            figure: `${of}: start after due time, 99 of 100`,
            value: beside.p99,
            unit: 'ms',
            reference: { name: 'alone', value: alone.p99 },
            target: '< 1000',
          },
          { figure: `${of}: runs not made`, value: Math.max(0, expected - beside.count), unit: 'runs', target: '= 0' },
        ]
      },
      [`127.0.0.1:${silence.port}`],
    )
  } finally {
    silence.close()
  }
}
