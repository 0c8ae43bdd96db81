import { NEW_RULES } from '../../contract/monitors/call-rules.ts'
import { nameOfRequest, requestOfCurl } from '../../domain/monitors/curl.ts'
import { formOf, type MonitorForm } from './monitor-form.ts'

/** Outcome of parsing a curl command: the filled form and the ignored options, or an error. */
export type CurlImport =
  | { readonly form: MonitorForm; readonly notes: readonly string[] }
  | { readonly problem: string }

const NOWHERE = {
  description: null,
  tags: [],
  workspace: 'global',
  domain: null,
  accept: null,
  content_type: null,
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
  const read = { ...reading.request, ...NEW_RULES }
  const { request } = formOf({ meta: { ...NOWHERE, name }, request: read }, { meta: {}, conditions: [] })
  const meta = { ...form.meta, name: form.meta.name === '' ? name : form.meta.name }
  // A file that is the body is still to be chosen, so no stored monitor has one like it.
  const isFile = reading.request.file_id === null
  const filled = isFile ? { ...request, bodyMode: 'file' as const } : request
  return { form: { ...form, meta, request: filled }, notes: reading.notes }
}
