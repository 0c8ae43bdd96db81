import { METHODS } from '../../domain/monitors/methods.ts'
import { nameOfAddress } from '../../domain/monitors/watch.ts'
import { runsAMonth } from '../../domain/schedules/schedule-estimate.ts'
import { FREQUENCY_PRESETS } from '../../domain/schedules/schedule-times.ts'
import { useMachine } from '../core/machines-of.ts'
import { Go } from '../parts/act/Go.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Field, FieldGroup } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { formats } from '../parts/text/format.ts'
import { levelWords } from '../parts/text/level-words.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Made } from './Made.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

const EVERY = FREQUENCY_PRESETS.map((seconds) => ({
  value: String(seconds),
  label: `Every ${formats.span(seconds * 1000)}`,
}))

/** The first monitor: request, expected response, frequency and location. */
export const MonitorStep = (props: StepProps) => {
  const { context, level } = props
  if (!context.mayEdit)
    return (
      <Notice kind="info" title={`You are ${levelWords[level].name} in this project`}>
        Only an owner or editor of the project can create monitors. Continue to view it.
      </Notice>
    )
  return context.made.watch ? <MadeMonitor {...props} /> : <MonitorFields {...props} />
}

const MadeMonitor = ({ context }: StepProps) => {
  const { watch } = context.made
  if (!watch) return null
  return (
    <Made
      title={
        <Go to="monitor" params={{ callId: watch.monitor.id }} kind="text">
          {watch.monitor.name}
        </Go>
      }
    >
      It runs on “{watch.schedule.name}”. Open the monitor to change its request and conditions.
    </Made>
  )
}

const MonitorFields = ({ context, places, problemOf, change }: StepProps) => {
  const { method, url, name, expect, everySeconds, locations } = context.draft.monitor
  return (
    <>
      <div className={classes.request}>
        <Field label="Method">
          <Select
            value={method}
            options={METHODS.map((value) => ({ value, label: value }))}
            onValue={(value) => change('monitor.method', value)}
          />
        </Field>
        <Field label="Address" error={problemOf('monitor.url')}>
          <TextInput
            mono
            autoFocus
            inputMode="url"
            autoComplete="off"
            placeholder="https://api.example.com/health"
            value={url}
            onValue={(value) => change('monitor.url', value)}
          />
        </Field>
      </div>
      <div className={classes.judged}>
        <Field
          label="Expect status"
          error={problemOf('monitor.expect')}
          hint={expect.trim() === '' ? 'Any 2xx status passes.' : 'Any other status is a failure.'}
        >
          <TextInput
            mono
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            value={expect}
            onValue={(value) => change('monitor.expect', value)}
          />
        </Field>
        <Field label="Name" optional error={problemOf('monitor.name')}>
          <TextInput
            autoComplete="off"
            maxLength={400}
            placeholder={nameOfAddress(url) || 'api.example.com/health'}
            value={name}
            onValue={(value) => change('monitor.name', value)}
          />
        </Field>
      </div>
      <FieldGroup label="Run it from" error={problemOf('monitor.locations')}>
        <div className={classes.locations}>
          {places.agent_list
            .filter(({ simulated }) => !simulated)
            .map(({ id, agent, online }) => (
              <div key={id} className={classes.location}>
                <Checkbox
                  checked={locations.includes(id)}
                  onValue={(isChosen) =>
                    change(
                      'monitor.locations',
                      context.locations.filter((each) => (each === id ? isChosen : locations.includes(each))),
                    )
                  }
                >
                  {agent.name}
                </Checkbox>
                <small>{online ? (agent.name === id ? 'online' : id) : 'offline'}</small>
              </div>
            ))}
        </div>
        {places.agent_list.length === 0 && (
          <p className="muted">No agent has joined yet. The built-in agent joins within a few seconds.</p>
        )}
      </FieldGroup>
      <Field
        label="How often"
        error={problemOf('monitor.everySeconds')}
        hint={<Estimate locations={locations.length} everySeconds={everySeconds} />}
      >
        <Select
          value={String(everySeconds)}
          options={EVERY}
          onValue={(value) => change('monitor.everySeconds', Number(value))}
        />
      </Field>
    </>
  )
}

/** Runs per month for the chosen frequency, and the included number if the plan limits it. */
const Estimate = ({ locations, everySeconds }: { locations: number; everySeconds: number }) => {
  const most = useMachine('project', (snapshot) => snapshot?.context.quota?.quotas.test_run_quota ?? null)
  const runs = runsAMonth({ targets: 1, locations, frequencySeconds: everySeconds })
  const places = locations === 1 ? '1 location' : `${locations} locations`
  return (
    <>
      {places} × every {formats.span(everySeconds * 1000)} is about {formats.count(runs)} runs a month.
      {most !== null && ` Your plan includes ${formats.count(most)}.`}
    </>
  )
}
