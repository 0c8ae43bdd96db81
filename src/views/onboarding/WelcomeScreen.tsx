import { projectCommands } from '../../commands/projects/projects.ts'
import { projectNameProblems } from '../../domain/projects/project-rules.ts'
import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './wizard.module.css'

/** First screen of an account without a project. Creating one leads to getting started. */
const WelcomeScreen = () => {
  const current = useMachine('project', (snapshot) => snapshot?.context.current?.project)
  const name = useMachine('sign-in', (snapshot) => snapshot?.context.user?.name)
  useTitle()
  return (
    <div className={classes.welcome}>
      <PageHead
        title={name ? `Welcome, ${name}` : 'Welcome'}
        lead="Sonde calls your APIs on a schedule, checks the responses, and alerts you when something is wrong."
      />
      {current ? <HasProject name={current.name} /> : <FirstProject />}
      <ol className={classes.promise}>
        <li>
          <b>Watch one address.</b> Try it first; nothing is stored by a test run.
        </li>
        <li>
          <b>Install sample calls.</b> Fifteen monitors over an API that comes with Sonde.
        </li>
        <li>
          <b>Be told.</b> Alerts go to a webhook or by mail when a monitor fails, and when it recovers.
        </li>
      </ol>
    </div>
  )
}
export default WelcomeScreen

const HasProject = ({ name }: { name: string }) => (
  <Card title={`Your project is “${name}”`}>
    <div className="row">
      <Go to="getting-started" kind="primary" icon="check">
        Get started
      </Go>
      <Go to="collections" kind="ghost">
        All collections
      </Go>
    </div>
  </Card>
)

const create = projectCommands.find(({ id }) => id === 'project.create')

const FirstProject = () => {
  const world = useWorld()
  const form = useFrontForm<{ readonly name: string }, unknown>({
    base: { name: '' },
    problemsOf: ({ name }) => projectNameProblems(name),
    async send({ name }) {
      await create?.run({ name: name.trim() }, world)
      world.go('getting-started')
    },
  })
  return (
    <form onSubmit={form.submit} noValidate aria-label="First project" className="stack">
      {form.failure && form.failure.problems.length === 0 && (
        <Notice kind="fail" urgent title="The project was not created">
          {form.failure.message}
        </Notice>
      )}
      <Card title="Create your first project">
        <div className="stack">
          <Field
            label="Name"
            error={form.problemOf('name')}
            hint="For example the API or team it covers. Only you can see it until you invite others."
          >
            <TextInput
              name="name"
              value={form.draft.name}
              autoComplete="off"
              autoFocus
              maxLength={400}
              onValue={(value) => form.change('name', value)}
            />
          </Field>
          <div className="row">
            <Act command="project.create" kind="primary" submits hint={false} pending={form.sending} />
            <Go to="collections" kind="ghost">
              I was invited
            </Go>
          </div>
        </div>
      </Card>
    </form>
  )
}
