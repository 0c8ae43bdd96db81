import type { ReactNode } from 'react'
import { writeLine } from '../../commands/core/line/write.ts'
import { WATCH_EVERY_SECONDS } from '../../domain/monitors/watch.ts'
import { SAMPLE_SCHEDULE, SAMPLE_TAG } from '../../domain/onboarding/sample-monitors.ts'
import { watchOf } from '../../domain/onboarding/wizard-rules.ts'
import { useApp } from '../core/app-context.ts'
import { commandBook } from '../core/command-book.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { formats } from '../parts/text/format.ts'
import { Made } from './Made.tsx'
import { samplesSentence } from './samples-sentence.ts'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

/** Created objects with links, and the equivalent console lines. */
export const SummaryStep = (props: StepProps) => {
  const { context } = props
  const { watch, samples } = context.made
  const { info, project } = context.stored
  const { everySeconds } = context.draft.monitor
  return (
    <>
      <div className={classes.all}>
        <Made title={info.name}>{[info.role, info.company].filter((text) => text !== '').join(', ')}</Made>
        <Made
          title={
            <Go to="home" kind="text">
              {project.name}
            </Go>
          }
        >
          {project.tags}
        </Made>
        {watch ? (
          <Made
            title={
              <Go to="monitor" params={{ callId: watch.monitor.id }} kind="text">
                {watch.monitor.name}
              </Go>
            }
          >
            Runs every {formats.span(everySeconds * 1000)} on “{watch.schedule.name}”.
          </Made>
        ) : (
          <Skipped step="monitor">No monitor of your own yet</Skipped>
        )}
        {samples ? (
          <Made
            title={
              <Go to="monitors" search={{ tag: SAMPLE_TAG }} kind="text">
                {samplesSentence(samples)}
              </Go>
            }
          >
            On “{SAMPLE_SCHEDULE.name}”, every {formats.span(SAMPLE_SCHEDULE.frequencySeconds * 1000)}.
          </Made>
        ) : (
          <Skipped step="samples">No sample monitors</Skipped>
        )}
      </div>
      <Lines {...props} />
      <section className={classes.onward} aria-labelledby="onward">
        <h2 id="onward">Next</h2>
        <ul>
          <li>
            <Go to="webhooks" kind="text">
              Create an alert
            </Go>{' '}
            for monitors that fail
          </li>
          <li>
            <Go to="schedules" kind="text">
              Change schedules
            </Go>
            : when your monitors run, and from which locations
          </li>
          <li>
            <Go to="monitors" kind="text">
              Watch the first results
            </Go>{' '}
            come in
          </li>
        </ul>
      </section>
    </>
  )
}

const Skipped = ({ step, children }: { step: 'monitor' | 'samples'; children: ReactNode }) => (
  <div className={classes.made}>
    <span className={classes.circle} aria-hidden="true" />
    <div>
      {children}
      <p>
        <Act command="wizard.go" args={{ step }} kind="text" label="Go back to it" />
      </p>
    </div>
  </div>
)

/** Console lines that create the same objects. */
const Lines = ({ context }: StepProps) => {
  const { world } = useApp()
  const { watch, samples } = context.made
  const line = (id: string, args: Record<string, unknown>): string => {
    const command = commandBook.find(id)
    return command ? writeLine(command, args, world) : ''
  }
  const { method, url, name, expect, everySeconds, locations = [] } = watchOf(context.draft, context.locations)
  const lines = [
    watch &&
      line('watch.create', {
        url,
        ...(name !== undefined && { name }),
        ...(method !== 'GET' && { method }),
        ...(expect !== undefined && { expect }),
        ...(everySeconds !== WATCH_EVERY_SECONDS && { frequency: everySeconds }),
        ...(locations.length > 0 && { locations }),
      }),
    samples && line('sample.import', {}),
  ].filter((each) => each !== null && each !== '')
  if (lines.length === 0) return null
  const text = lines.join('\n')
  return (
    <Card
      title="The same in the console"
      actions={
        <Act
          command="text.copy"
          args={{ text, what: 'Lines' }}
          kind="ghost"
          size="small"
          icon="copy"
          iconOnly
          label="Copy the lines"
        />
      }
    >
      <Code text={text} label="Console lines" />
    </Card>
  )
}
