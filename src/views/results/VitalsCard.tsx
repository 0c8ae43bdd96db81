import { VITALS } from '../../contract/results/vitals.ts'
import {
  type Band,
  bandOf,
  VITAL_FACTS,
  type VitalName,
  type Vitals,
  vitalWords,
} from '../../domain/statistics/vitals.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './browser.module.css'

const BANDS = {
  good: { category: 'PASS', word: 'Good' },
  middling: { category: 'WARNING', word: 'Needs work' },
  poor: { category: 'FAIL', word: 'Poor' },
} as const satisfies Record<Band, { category: string; word: string }>

const shown = (name: VitalName, value: number): string => (name === 'cls' ? vitalWords(value) : formats.latency(value))

const limits = (name: VitalName): string => {
  const { good, poor } = VITAL_FACTS[name]
  return `Good up to ${shown(name, good)}, poor above ${shown(name, poor)}`
}

/** Web vitals with their bands. */
export const VitalsList = ({ vitals }: { vitals: Vitals }) => (
  <dl className={classes.vitals}>
    {VITALS.map((name) => {
      const value = vitals[name]
      const band = value === null ? null : BANDS[bandOf(name, value)]
      return (
        <div key={name}>
          <dt>
            <abbr title={VITAL_FACTS[name].words}>{name.toUpperCase()}</abbr>
            <span>{VITAL_FACTS[name].words}</span>
          </dt>
          <dd data-tip={limits(name)}>
            <strong>{value === null ? '—' : shown(name, value)}</strong>
            {band ? <Badge category={band.category} word={band.word} /> : <span className="muted">not measured</span>}
          </dd>
        </div>
      )
    })}
  </dl>
)

/** Web vitals of a result. */
export const VitalsCard = ({ vitals }: { vitals: Vitals }) => (
  <Card title="Web vitals" sub="of the page at its address">
    <VitalsList vitals={vitals} />
  </Card>
)
