import { inWorkshop } from '../../bench/workshop.ts'
import { measureNeighbour, openSilence } from '../../support/neighbour.ts'

/** More than an agent has slots. */
const SILENT = 300

/** A project whose calls would hold every slot of the agent, beside one that is called every five seconds. */
export const attack = async (
  say: (line: string) => void,
): Promise<{ name: string; held: boolean; figure: string }[]> => {
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
        name: 'noisy neighbour: every run of the other project is made',
        held: beside.count >= expected,
        figure: `${beside.count} of ${expected} runs`,
      },
      {
        name: 'noisy neighbour: the other project’s runs start in time',
        held: beside.p99 < 1000,
        figure: `${beside.p99} ms after due time at the 99th percentile; alone ${alone.p99} ms`,
      },
    ]
  } finally {
    silence.close()
  }
}
