import { giveDemo } from '../support/demo.ts'
import { openInstallation } from '../support/installation.ts'
import { buildPrograms } from '../support/programs.ts'
import type { Row } from './row.ts'

const MONITORS = 200
const DAYS = 30

/** Measures how fast `npm run demo` fills a project with results and rollups while a server runs. */
export const demoBench = async (): Promise<Row[]> => {
  const programs = await buildPrograms()
  const installation = await openInstallation(programs)
  try {
    await installation.healthy()
    const said = await giveDemo(installation, programs, '--monitors', String(MONITORS), '--days', String(DAYS))
    const [, results = '', seconds = '', rate = ''] =
      /([\d,]+) results in ([\d.]+) s, ([\d,]+) a second/.exec(said) ?? []
    const number = (text: string) => Number(text.replaceAll(',', ''))
    const of = `${MONITORS} monitors, ${DAYS} days, ${results} results`
    return [
      { figure: `demo: ${of}: results with their sums`, value: number(rate), unit: '/s', target: '>= 20000' },
      { figure: `demo: ${of}: in all`, value: number(seconds), unit: 's' },
    ]
  } finally {
    await installation.close()
    programs.remove()
  }
}
