import { inWorkshop } from '../../bench/workshop.ts'
import { measureNeighbour, openSilence } from '../../support/neighbour.ts'
import type { Attack } from '../attack.ts'

/** More than an agent's slots. */
const SILENT = 300

/** A project whose calls would occupy every slot of the agent, next to one that is called every five seconds. */
export const attack: Attack = async (say) => {
  const silence = await openSilence()
  try {
    say(`noisy neighbour: ${SILENT} monitors that hang for two minutes`)
    const { alone, beside, expected } = await inWorkshop(
      ({ installation, targetUrl }) =>
        measureNeighbour(installation, { targetUrl, silencePort: silence.port, silent: SILENT }),
      [`127.0.0.1:${silence.port}`],
    )
    return [
      {
        figure: 'noisy neighbour: runs of the other project that were not made',
        value: Math.max(0, expected - beside.count),
        unit: 'runs',
        target: '= 0',
      },
      {
        figure: `noisy neighbour: lag of the other project's runs, p99`,
        value: beside.p99,
        unit: 'ms',
        target: '< 1000',
        reference: { name: 'alone', value: alone.p99 },
      },
    ]
  } finally {
    silence.close()
  }
}
