import {
  problemSampleCount,
  SAMPLE_SCHEDULE,
  SAMPLE_TAG,
  sampleMonitors,
} from '../../domain/onboarding/sample-monitors.ts'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { levelWords } from '../parts/text/level-words.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Made } from './Made.tsx'
import { samplesSentence } from './samples-sentence.ts'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

/** Preview of the sample import. */
export const SamplesStep = ({ context, level }: StepProps) => {
  const { samples } = context.made
  if (!context.mayEdit)
    return (
      <Notice kind="info" title={`You are ${levelWords[level].name} in this project`}>
        Only an owner or editor of the project can install the samples.
      </Notice>
    )
  if (samples)
    return (
      <Made
        title={
          <Go to="monitors" search={{ tag: SAMPLE_TAG }} kind="text">
            {samplesSentence(samples)}
          </Go>
        }
      >
        They are tagged <code>{SAMPLE_TAG}</code> and run on “{SAMPLE_SCHEDULE.name}”.
      </Made>
    )
  return (
    <>
      <p>
        {sampleMonitors.length} monitors, tagged <code>{SAMPLE_TAG}</code>, that one schedule runs every{' '}
        {formats.span(SAMPLE_SCHEDULE.frequencySeconds * 1000)}. The first run starts immediately. {problemSampleCount}{' '}
        of them fail or warn on purpose, so alerts for all monitors are sent.
      </p>
      <ul className={classes.samples}>
        {sampleMonitors.map(({ slug, name, description, comesTo, varies, request }) => (
          <li key={slug}>
            <code>{request.method}</code>
            <div>
              {name}
              <small className="trunc" title={description}>
                {description}
              </small>
            </div>
            <Badge category={comesTo} look="plain" {...(varies && { word: 'Mostly pass' })} />
          </li>
        ))}
      </ul>
      <p className="muted">
        To remove them, type <code>remove sample</code> in the console.
      </p>
    </>
  )
}
