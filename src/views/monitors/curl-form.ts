import { nameOfRequest, requestOfCurl } from '../../domain/monitors/curl.ts'
import type { CurlRequest } from '../../domain/monitors/curl-request.ts'
import { draftOf, formOf, type MonitorForm } from './monitor-form.ts'

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
  const { request } = formOf({ meta: { ...NOWHERE, name }, request: reading.request }, { meta: {}, conditions: [] })
  const meta = { ...form.meta, name: form.meta.name === '' ? name : form.meta.name }
  const filled = { ...form, meta, request }
  const lost = lostIn(reading.request, draftOf(filled).request)
  return lost === null
    ? { form: filled, notes: reading.notes }
    : {
        form: { ...filled, request: { ...request, bodyMode: 'none', body: '' } },
        notes: [...reading.notes, lost],
      }
}

/** Says which body the form has no editor for; null where it holds all of it. */
const lostIn = (read: CurlRequest, kept: { parts?: readonly unknown[]; body_encoding?: string }): string | null => {
  if (read.parts && (kept.parts?.length ?? 0) < read.parts.length)
    return `The form fields ${read.parts.map(({ name }) => name).join(', ')} are left out: this form has no editor for them.`
  if (read.body_encoding === 'base64' && kept.body_encoding !== 'base64')
    return 'The binary body is left out: this form has no editor for it.'
  return null
}
