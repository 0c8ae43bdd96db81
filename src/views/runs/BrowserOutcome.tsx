import type { World } from '../../commands/core/world.ts'
import type { Trial } from '../../commands/runs/trials.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { failedConditions } from '../results/result-words.ts'
import { Picture } from '../results/Screenshot.tsx'
import { VitalsList } from '../results/VitalsCard.tsx'
import classes from './trial.module.css'

type Outcome = NonNullable<Trial['outcome']>
type BrowserDetail = NonNullable<Outcome['detail']['browser']>

const POLL_MS = 1_000

/** Numbers of the pictures that have arrived; they follow the outcome. */
const usePictures = (trial: Trial, taken: readonly number[]): readonly number[] => {
  const { data, refetch } = useResource('trial.read', { params: { id: trial.id }, query: {} })
  const there = data?.pictures ?? trial.pictures
  usePoll(there.length < taken.length, refetch, POLL_MS)
  return there
}

const pictureOfTrial = (world: World, id: string, step: number | null) => () =>
  world.call('trial.screenshot', { params: { id }, query: step === null ? {} : { step } })

type BrowserOutcomeProps = { readonly trial: Trial; readonly outcome: Outcome; readonly browser: BrowserDetail }

/** The outcome of a trial of a browser test: the step that failed, vitals and the last picture. */
export const BrowserOutcome = ({ trial, outcome, browser }: BrowserOutcomeProps) => {
  const world = useWorld()
  const locationName = useLocationName()
  const pictures = usePictures(trial, browser.pictures)
  const failed = browser.steps.find(({ status }) => status === 'failed')
  const shown = failed && pictures.includes(failed.number) ? failed.number : null
  const { response, exception } = outcome.detail
  return (
    <>
      <Badge category={outcome.result_category} look="soft" />
      <KeyValues
        items={[
          { name: 'Status', value: response ? `${response.status_code} ${response.status_string}` : 'No answer' },
          { name: 'Title', value: browser.title },
          { name: 'From', value: locationName(trial.location_id) },
          { name: 'Total', value: formats.latency(outcome.timing.total) },
        ]}
      />
      {exception && <p className={classes.why}>{exception}</p>}
      {failedConditions(outcome.detail.conditions).map(({ id, name, message, actual }) => (
        <p key={id} className={classes.why}>
          Not met: {name}. {message ?? `It was ${actual ?? 'missing'}.`}
        </p>
      ))}
      {browser.steps.length > 0 && (
        <ol className={classes.steps}>
          {browser.steps.map(({ number, words, status }) => (
            <li key={number} className={status === 'skipped' ? 'muted' : undefined}>
              <StatusShape category={status === 'passed' ? 'PASS' : status === 'failed' ? 'FAIL' : 'SKIPPED'} />
              <span>
                {words}
                <span className="sr"> {status}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {pictures.length > 0 && (
        <Picture
          key={`${trial.id} ${shown}`}
          load={pictureOfTrial(world, trial.id, shown)}
          label={failed ? `The page when step ${failed.number} failed` : 'The page at the end'}
        />
      )}
      <VitalsList vitals={browser.vitals} />
    </>
  )
}
