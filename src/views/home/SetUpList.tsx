import { writeLine } from '../../commands/core/line/write.ts'
import { useApp } from '../core/app-context.ts'
import { commandBook } from '../core/command-book.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import type { ActSpec } from '../parts/act/acts.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import classes from './HomeScreen.module.css'
import type { Synopsis } from './synopsis.ts'

type Step = { readonly words: string; readonly done: boolean; readonly act: ActSpec & { readonly label: string } }

/** Set-up steps of a project, each with its command; hidden once all are done. */
export const SetUpList = ({ synopsis }: { synopsis: Synopsis }) => {
  const steps = useSteps(synopsis)
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const next = steps.find((step) => !step.done)
  return (
    <Card
      title="Set up this project"
      sub={`${done} of ${steps.length} done`}
      flush
      actions={
        synopsis.calls > 0 && (
          <Go to="getting-started" kind="ghost" size="small">
            Step by step
          </Go>
        )
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.words} className={step.done ? classes.done : undefined}>
            {step.done ? (
              <Icon name="check" className="good" />
            ) : (
              <span className={classes.circle} aria-hidden="true" />
            )}
            <div className={classes.step}>
              {step.words}
              {step.done ? <span className="sr"> (done)</span> : <Line act={step.act} />}
            </div>
            {!step.done && (
              <Act {...step.act} kind={step === next ? 'secondary' : 'ghost'} size="small" label={step.act.label} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The equivalent console line. */
const Line = ({ act }: { act: ActSpec }) => {
  const { world } = useApp()
  const command = commandBook.find(act.command)
  return command && <code className={`${classes.line} trunc`}>{writeLine(command, act.args ?? {}, world)}</code>
}

const useSteps = ({ calls, results_24h }: Synopsis): readonly Step[] => {
  const monitors = useResource('monitor.list', {}).data?.data ?? []
  const schedules = useResource('schedule.list', {}).data?.data ?? []
  const webhooks = useResource('webhook.list', {}).data?.data ?? []
  const first = monitors[0]
  const ran = results_24h.pass + results_24h.slow + results_24h.warning + results_24h.fail > 0
  const isScheduled = schedules.some(({ enabled, targets }) => enabled && targets.length > 0)
  const named = first ? { monitor: first.id } : {}
  return [
    {
      words: calls === 0 ? 'Install sample monitors, or add a monitor of your own' : 'Watch an address',
      done: calls > 0,
      act: { command: 'sample.import', label: 'Install samples' },
    },
    {
      words: 'Run it once',
      done: ran || monitors.some(({ last_result }) => last_result !== null),
      act: { command: 'monitor.run', args: named, label: 'Run now' },
    },
    {
      words: 'Put it on a schedule',
      done: isScheduled,
      act: {
        command: 'schedule.attach',
        args: { ...named, ...(schedules[0] && { schedule: schedules[0].id }) },
        label: 'Schedule it',
      },
    },
    {
      words: 'Send alerts somewhere',
      done: webhooks.length > 0,
      act: { command: 'webhook.new', args: { type: 'email' }, label: 'Add an alert' },
    },
  ]
}
