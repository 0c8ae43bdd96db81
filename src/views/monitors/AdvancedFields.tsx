import { FormField } from '../kit/form/FormField.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './form.module.css'
import type { MonitorFormState } from './monitor-table.ts'

/** Settings that most monitors leave unchanged. */
export const AdvancedFields = ({ form }: { form: MonitorFormState }) => (
  <Card title="Advanced">
    <div className="stack">
      <FormField form={form} name="meta.description" />
      <div className={classes.pair}>
        <FormField form={form} name="meta.tags" />
        <FormField form={form} name="request.timeout_seconds" />
      </div>
      <FormField form={form} name="meta.workspace" />
      <FormField form={form} name="request.follow_redirects" />
      <FormField form={form} name="request.redirect_method" />
      <FormField form={form} name="request.unset_variables" />
      <FormField form={form} name="request.verify_tls" />
      <div className={classes.halves}>
        <FormField form={form} name="request.connect_to" />
        <FormField form={form} name="request.tls_name" />
      </div>
    </div>
  </Card>
)
