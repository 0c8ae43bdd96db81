import { useState } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './OpenById.module.css'

/** For those who view the whole site: any project, by its id. */
export const OpenById = () => {
  const [id, setId] = useState('')
  const args = { project: id.trim() }
  return (
    <Card title="Any project of this installation" sub="you may look into all of them">
      <Form command="project.switch" args={args} label="Open a project by its id" className={classes.form}>
        <Field label="Project id">
          <TextInput value={id} onValue={setId} mono autoComplete="off" />
        </Field>
        <Act command="project.switch" args={args} submits label="Open project" hint={false} />
      </Form>
    </Card>
  )
}
