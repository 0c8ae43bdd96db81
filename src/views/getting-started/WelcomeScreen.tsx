import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { projectCommands } from '../../commands/projects.ts'
import { useMachine } from '../app/machines-of.ts'
import { useTitle } from '../app/use-place.ts'
import { useWorld } from '../app/use-world.ts'
import { useFrontForm } from '../identity/use-front-form.ts'
import { Act } from '../parts/Act.tsx'
import { Card } from '../parts/Card.tsx'
import { Field } from '../parts/Field.tsx'
import { Go } from '../parts/Go.tsx'
import { Notice } from '../parts/Notice.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { TextInput } from '../parts/TextInput.tsx'
import classes from './wizard.module.css'

/** Where a person begins who has no project: the first is made here, and getting started follows. */
const WelcomeScreen = () => {
  const current = useMachine('project', (snapshot) => snapshot?.context.current?.project)
  const name = useMachine('sign-in', (snapshot) => snapshot?.context.user?.name)
  useTitle()
  return (
    <div className={classes.welcome}>
      <PageHead
        title={name ? `Welcome, ${name}` : 'Welcome'}
        lead="Sonde calls your APIs on schedule, judges what they answer, and tells you when something is wrong."
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
    problemsOf,
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
      <Card title="Make your first project">
        <div className="stack">
          <Field
            label="Name"
            error={form.problemOf('name')}
            hint="For example the API or the team that it is about. It is yours alone until you let others in."
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
          </div>
        </div>
      </Card>
    </form>
  )
}

const problemsOf = ({ name }: { readonly name: string }): readonly FieldProblem[] =>
  name.trim() === '' ? [{ field: 'name', message: 'Give the project a name.' }] : []
