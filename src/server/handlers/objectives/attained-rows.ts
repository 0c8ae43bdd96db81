import type { Shape } from '../../../contract/core/endpoint.ts'
import type { objectives } from '../../../contract/objectives/objectives.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { BurnWindow } from '../../../domain/objectives/burn-alerts.ts'
import type { Forecast } from '../../../domain/objectives/forecast.ts'
import { accountingOf, objectiveWords, thresholdWords } from '../../../domain/objectives/objective-words.ts'
import type { Attained } from '../../store/objectives/attained.ts'
import type { Changed } from '../../store/objectives/changes.ts'

type Answer = Shape<(typeof objectives)['objective.attainment']['answer']>

const WINDOWS: readonly BurnWindow[] = ['PT5M', 'PT30M', 'PT1H', 'PT6H']

/** A forecast as the API returns it. */
export const forecastRow = ({ outcome, ends, from, eligible, bad, burnRate, basis }: Forecast) => ({
  outcome,
  ends: ends === null ? null : formatTime(ends),
  from: from === null ? null : formatTime(from),
  eligible,
  bad,
  burn_rate: burnRate,
  basis,
})

/** An objective with its attainment as the API returns it. */
export const attainedRow = ({ objective, attainment, covered }: Attained): Answer['data'][number] => {
  const { state, missing, value, target, eligible, good, budget, burnRate, recent, burnRates, forecast } = attainment
  return {
    id: objective.id,
    name: objectiveWords(objective),
    state,
    missing,
    value,
    target,
    attainment: attainment.attainment,
    eligible,
    good,
    budget,
    burn_rate: burnRate,
    burn_rates:
      recent && burnRates ? WINDOWS.map((window) => ({ window, ...recent[window], rate: burnRates[window] })) : [],
    forecast: forecastRow(forecast),
    accounting: accountingOf(objective),
    from: formatTime(covered.from),
    to: formatTime(covered.to),
  }
}

/** A threshold with its change as the API returns it. */
export const changedRow = ({ threshold, state, missing, current, previous, change, window, before }: Changed) => ({
  id: threshold.id,
  name: thresholdWords(threshold),
  state,
  missing,
  current,
  previous,
  change,
  from: formatTime(window.from),
  to: formatTime(window.to),
  previous_from: formatTime(before.from),
  previous_to: formatTime(before.to),
})
