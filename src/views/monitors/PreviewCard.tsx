import { useMemo, useState } from 'react'
import { useResource } from '../core/use-resource.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import classes from './form.module.css'
import { knownValues } from './known-values.ts'
import type { MonitorFormState } from './monitor-table.ts'
import { requestPreview, variablesOf } from './request-preview.ts'

const WAYS = [
  { value: 'filled', label: 'With values' },
  { value: 'written', label: 'As written' },
]

/** The request of the form as raw HTTP, with the values of its variables where they are known. */
export const PreviewCard = ({ form }: { form: MonitorFormState }) => {
  const { request, meta } = form.draft
  const [way, setWay] = useState('filled')
  const reads = variablesOf(request)
  const { data } = useResource('variable.list', reads.length > 0 ? {} : null)
  const values = useMemo(
    () => knownValues(request.variables, meta.workspace.trim(), data?.results ?? []),
    [request.variables, meta.workspace, data],
  )
  const open = reads.filter((name) => !Object.hasOwn(values, name))
  return (
    <Card
      title="Preview"
      actions={
        reads.length > 0 && <Segmented label="Variables in the preview" value={way} options={WAYS} onValue={setWay} />
      }
    >
      <div className="stack">
        <Code
          className={classes.preview}
          language="http"
          text={requestPreview(request, way === 'filled' ? values : {})}
          label="Request preview"
        />
        {way === 'filled' && open.length > 0 && (
          <p className="muted small">
            {open.length === 1 ? `No value is known for ${open[0]}.` : `No values are known for ${open.join(', ')}.`}
          </p>
        )}
      </div>
    </Card>
  )
}
