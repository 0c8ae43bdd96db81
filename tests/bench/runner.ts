import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phaseAccuracy } from './phase-accuracy.ts'
import { firstLineOf, hasProgram, outputOf, startBundle, startOn, startScript } from './programs.ts'
import type { Row } from './row.ts'

const WARM_SECONDS = 5
const SECONDS = 5

const callsPerSecond = async (kind: 'runner' | 'bare', port: string): Promise<number> =>
  Number(await outputOf(await startBundle(0, 'call-load.ts', [kind, port, String(WARM_SECONDS), String(SECONDS)])))

const listening = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.on('error', () => setTimeout(attempt, 50))
    }
    attempt()
  })

/** Measures probes per second of prometheus-blackbox-exporter on one core over its HTTP interface; null if it is not installed. */
const exporterProbes = async (target: string): Promise<number | null> => {
  if (!hasProgram('prometheus-blackbox-exporter') || !hasProgram('wrk')) return null
  const configuration = join(tmpdir(), 'sonde-bench-blackbox.yml')
  writeFileSync(configuration, 'modules:\n  http_2xx:\n    prober: http\n    http:\n      preferred_ip_protocol: ip4\n')
  const port = 9_715
  const args = [`--config.file=${configuration}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error']
  const exporter = startOn(0, 'prometheus-blackbox-exporter', args, { GOMAXPROCS: '1' })
  await listening(port)
  const url = `http://127.0.0.1:${port}/probe?target=http://127.0.0.1:${target}/&module=http_2xx`
  const load = (seconds: number) => outputOf(startOn(1, 'wrk', ['-c', '32', '-t', '1', '-d', `${seconds}s`, url]))
  await load(1)
  const told = await load(SECONDS)
  exporter.kill()
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(told)?.[1] ?? Number.NaN)
}

/** Measures the HTTP runner on one core and the accuracy of its phases. Takes about half a minute. */
export const runnerBench = async (): Promise<Row[]> => {
  const server = startScript(1, 'plain-server.ts')
  const port = await firstLineOf(server)
  const runner = await callsPerSecond('runner', port)
  const bare = await callsPerSecond('bare', port)
  const exporter = await exporterProbes(port)
  server.kill()
  const rows: Row[] = [
    {
      figure: 'calls a second on one core, a connection each, 32 in flight, judged and with detail',
      value: runner,
      unit: 'calls/s',
      reference: { name: 'bare node:http loop', value: bare },
      target: '>= 3500',
    },
  ]
  if (exporter !== null)
    rows.push({
      figure: 'calls a second on one core, beside a blackbox prober',
      value: runner,
      unit: 'calls/s',
      reference: { name: 'prometheus-blackbox-exporter', value: exporter },
    })
  for (const { phase, errorMs, curlErrorMs } of await phaseAccuracy(hasProgram('curl'))) {
    rows.push({
      figure: `median error of the phase ${phase} against a known delay`,
      value: errorMs,
      unit: 'ms',
      ...(curlErrorMs !== null && { reference: { name: 'curl -w', value: curlErrorMs } }),
      // The handshake also includes the work of both ends.
      ...(phase !== 'handshake' && { target: '< 1' }),
    })
    if (curlErrorMs !== null && phase !== 'handshake')
      rows.push({
        figure: `distance of the phase ${phase} from curl's`,
        value: Math.abs(errorMs - curlErrorMs),
        unit: 'ms',
        target: '< 1',
      })
  }
  return rows
}
