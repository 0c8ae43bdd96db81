import { useState } from 'react'
import { Act } from '../../../src/views/parts/act/Act.tsx'
import { Go } from '../../../src/views/parts/act/Go.tsx'
import { Field } from '../../../src/views/parts/form/Field.tsx'
import { Form } from '../../../src/views/parts/form/Form.tsx'
import { TextInput } from '../../../src/views/parts/form/TextInput.tsx'
import { FrontPage, Or } from '../../../src/views/shell/FrontPage.tsx'

const readings = Array.from({ length: 30 }, (_, place) => 96 + Math.round(12 * Math.sin(place / 3)))

/** The page before signing in. */
export const FrontSpecimen = () => {
  const [email, setEmail] = useState('')
  return (
    <FrontPage
      title="Sign in"
      lead="You continue at your organization’s sign-in page and come back here."
      at={Date.UTC(2025, 10, 21, 14, 20)}
      locations={[
        { name: 'Frankfurt', readings, latestMs: 96, state: 'up' },
        { name: 'São Paulo', readings: readings.map((each) => each * 4), latestMs: 412, state: 'slow' },
        { name: 'Tokyo', readings: [], latestMs: null, state: 'offline' },
      ]}
      links={[{ href: 'https://example.com/privacy', label: 'Privacy' }]}
    >
      <Act command="session.start" kind="primary" wide icon="lock" label="Continue with single sign-on" hint={false} />
      <Or />
      <Form command="session.start" label="By email">
        <Field label="Work email" hint="We find the right sign-in page for you.">
          <TextInput type="email" autoComplete="username" value={email} onValue={setEmail} />
        </Field>
        <Act command="session.start" kind="secondary" wide submits label="Continue" hint={false} />
      </Form>
      <p>
        New here?{' '}
        <Go to="register" kind="text">
          Create an account
        </Go>
      </p>
    </FrontPage>
  )
}
