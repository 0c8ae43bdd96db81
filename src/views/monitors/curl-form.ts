import { nameOfRequest, requestOfCurl } from '../../domain/monitors/curl.ts'
import { formOf, type MonitorForm } from './monitor-form.ts'

/** What came of reading a curl command: the form with its request, and what was not taken over; or why it cannot be read. */
export type CurlImport =
  | { readonly form: MonitorForm; readonly notes: readonly string[] }
  | { readonly problem: string }

const NOWHERE = {
  description: null,
  tags: [],
  workspace: 'global',
  domain: null,
  owner: '',
  project_id: '',
  created: '',
  last_update: '',
}

/** A form with the request of a curl command in it. What it already says of the monitor itself, and its conditions, stay. */
export const withCurl = (form: MonitorForm, command: string): CurlImport => {
  const reading = requestOfCurl(command)
  if ('problem' in reading) return reading
  const name = nameOfRequest(reading.request)
  const read = {
    ...reading.request,
    parameters: [...reading.request.parameters],
    headers: [...reading.request.headers],
  }
  const { request } = formOf({ meta: { ...NOWHERE, name }, request: read }, { meta: {}, conditions: [] })
  const meta = { ...form.meta, name: form.meta.name === '' ? name : form.meta.name }
  return { form: { ...form, meta, request }, notes: reading.notes }
}
