import type { FoundSignal } from '../../../domain/alerts/signal.ts'
import { BURN_ALERTS, type BurnAlert, type BurnRates, burnAlerts } from '../../../domain/objectives/burn-alerts.ts'
import { objectiveWords } from '../../../domain/objectives/objective-words.ts'
import { type Attained, readAttained } from '../../store/objectives/attained.ts'
import { monitorsInScope, readSlo } from '../../store/objectives/slo.ts'
import type { Asked, SignalSource } from './source.ts'

/** How far the objectives of a project are attained; none without objectives. */
const attainedOf = async ({ db, projectKey, now }: Asked, withoutRecent: boolean): Promise<readonly Attained[]> => {
  const slo = await readSlo(db, projectKey)
  if (!slo || slo.doc.objectives.length === 0) return []
  const scope = await monitorsInScope(db, projectKey, slo.doc)
  return readAttained(db, { projectKey, scope, objectives: slo.doc.objectives, now, withoutRecent })
}

const WINDOW_WORDS = { PT5M: '5 min', PT30M: '30 min', PT1H: '1 h', PT6H: '6 h' } as const

const times = (rate: number | null): string => `${(rate ?? 0).toFixed(1)} times`

/** "is used up 16.2 times as fast as it may be over the last 1 h, and 20.0 times over the last 5 min" */
const burnWords = ({ long, short }: BurnAlert, rates: BurnRates): string =>
  `is used up ${times(rates[long])} as fast as it may be over the last ${WINDOW_WORDS[long]}, and ${times(rates[short])} over the last ${WINDOW_WORDS[short]}`

const about = ({ objective }: Attained): Omit<FoundSignal, 'kind' | 'limit' | 'level' | 'text' | 'calm'> => ({
  item: objective.id,
  name: objectiveWords(objective),
  monitorId: null,
  tags: [],
  url: '',
  page: '/home/objectives',
})

/** Objectives whose error budget burns fast, in a long window that matters and a short one that shows it still goes on. */
export const findBurning: SignalSource = async (asked) =>
  (await attainedOf(asked, false)).flatMap((one): FoundSignal[] => {
    const rates = one.attainment.burnRates
    const [worst] = rates ? burnAlerts(rates) : []
    if (!rates || !worst) return []
    const facts = about(one)
    return [
      {
        ...facts,
        kind: 'BURN',
        limit: null,
        level: rates[worst.long] ?? worst.rate,
        text: `The error budget of “${facts.name}” ${burnWords(worst, rates)}.`,
        calm: `The error budget of “${facts.name}” no longer burns at ${BURN_ALERTS.map(({ rate }) => rate).join(' or ')} times the rate it may.`,
      },
    ]
  })

/** Objectives with the used part of their error budget. One that may have no bad event at all is used up by the first. */
export const findSpent: SignalSource = async (asked) =>
  (await attainedOf(asked, true)).flatMap((one): FoundSignal[] => {
    const { budget, state } = one.attainment
    if (!budget || budget.used === 0) return []
    const percent = budget.used === null ? 100 : Math.floor(100 * budget.used)
    const facts = about(one)
    return [
      {
        ...facts,
        kind: 'BUDGET',
        limit: 'budget_percent',
        level: state === 'breached' ? Math.max(100, percent) : percent,
        text: `“${facts.name}” has used ${percent} % of its error budget.`,
        calm: `“${facts.name}” has used ${percent} % of its error budget, less than the alert asks for.`,
      },
    ]
  })
