import { useState } from 'react'
import { Checkbox, Switch } from '../../../src/views/parts/form/Checkbox.tsx'
import { ErrorSummary } from '../../../src/views/parts/form/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../../src/views/parts/form/Field.tsx'
import { Form } from '../../../src/views/parts/form/Form.tsx'
import { type Pair, PairGrid } from '../../../src/views/parts/form/PairGrid.tsx'
import { Segmented } from '../../../src/views/parts/form/Segmented.tsx'
import { Select } from '../../../src/views/parts/form/Select.tsx'
import { SearchInput, TextArea, TextInput } from '../../../src/views/parts/form/TextInput.tsx'
import { FacetButton } from '../../../src/views/parts/table/FacetButton.tsx'
import { FilterBar } from '../../../src/views/parts/table/FilterBar.tsx'
import { Card } from '../../../src/views/parts/text/Card.tsx'

const tags = [
  'account',
  'auth',
  'batch',
  'billing',
  'checkout',
  'critical',
  'internal',
  'legacy',
  'partner',
  'storefront',
]

/** Everything that takes input. */
export const FieldSpecimen = () => {
  const [name, setName] = useState('Checkout · create order')
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['checkout', 'storefront', 'auth', 'legacy'])
  const [body, setBody] = useState('JSON')
  const [checked, setChecked] = useState(true)
  const [pairs, setPairs] = useState<readonly Pair[]>([
    { name: 'Content-Type', value: 'application/json', enabled: true },
    { name: 'Idempotency Key', value: '{{ RUN_ID }}', enabled: true },
  ])
  return (
    <>
      <FilterBar label="Filter monitors" onClear={() => setChosen([])} count="14 of 48 monitors">
        <SearchInput label="Filter by name or address" value={sought} onValue={setSought} />
        <FacetButton
          label="Result"
          options={[{ value: 'FAIL', label: 'Fail', count: 2 }]}
          chosen={[]}
          onValue={() => {}}
        />
        <FacetButton
          label="Tag"
          options={tags.map((tag) => ({ value: tag, label: tag, count: tag.length }))}
          chosen={chosen}
          onValue={setChosen}
        />
      </FilterBar>
      <Card title="Fields">
        <Form command="form.save" label="Monitor">
          <ErrorSummary
            attempt={1}
            problems={[
              { id: 'timeout', text: 'Time-out: use a number from 1 to 120' },
              { id: 'header-1-name', text: 'Header name: no spaces or separators' },
            ]}
          />
          <div className="two">
            <Field label="Name">
              <TextInput value={name} onValue={setName} />
            </Field>
            <Field label="Location" hint="Where it is called from">
              <Select
                value="fra"
                onValue={() => {}}
                options={[
                  { value: 'fra', label: 'Frankfurt' },
                  { group: 'Private', options: [{ value: 'ams', label: 'Warehouse 2' }] },
                ]}
              />
            </Field>
            <Field id="timeout" label="Time-out, seconds" error="Use a number from 1 to 120" optional>
              <TextInput value="180" onValue={() => {}} inputMode="numeric" />
            </Field>
            <FieldGroup label="Behaviour">
              <Checkbox checked={checked} onValue={setChecked}>
                Follow redirects
              </Checkbox>
              <Checkbox checked={false} mixed onValue={() => {}} hint="Certificates are checked">
                Verify TLS
              </Checkbox>
              <Switch checked={checked} onValue={setChecked}>
                Schedule enabled
              </Switch>
              <Switch checked={false} onValue={() => {}} disabled>
                Snoozed
              </Switch>
            </FieldGroup>
          </div>
          <PairGrid
            kind="header"
            pairs={pairs}
            onPairs={setPairs}
            idOf={(row, field) => `header-${row}-${field}`}
            names={['Accept', 'Authorization', 'Content-Type']}
            problems={[
              {
                row: 1,
                field: 'name',
                message: 'Header names may not contain spaces or separators. Try Idempotency-Key.',
              },
            ]}
          />
          <Segmented
            label="Body type"
            value={body}
            onValue={setBody}
            options={['None', 'Text', 'JSON', 'XML', 'Form', 'File'].map((value) => ({
              value,
              label: value,
              hide: value === 'XML' ? 's' : undefined,
            }))}
          />
          <Field label="Body" hiddenLabel>
            <TextArea mono value={'{\n  "amount": 4990\n}'} onValue={() => {}} />
          </Field>
        </Form>
      </Card>
    </>
  )
}
