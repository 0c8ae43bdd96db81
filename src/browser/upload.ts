import { createFetchError } from 'ofetch'
import type { OutgoingRequest, UploadedFile } from '../contract/core/client.ts'

type Upload = OutgoingRequest & { readonly file: UploadedFile }

type UploadOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly baseUrl: string | undefined
  readonly signal: AbortSignal
}

/** The file of a form control or a drop; views hand out no other content. */
const blobOf = ({ content }: UploadedFile): Blob => content as Blob

/** The fields of a body as a form has them; a list occurs several times, and what is null is left out. */
const formOf = ({ body, file }: Upload): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) form.append(name, String(one))
  // Last, so that the server knows the fields before the file.
  form.append('file', blobOf(file), file.name)
  return form
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Uploads a file with progress, which `fetch` does not tell. Rejects as `ofetch` does. */
export const upload = (request: Upload, { headers, baseUrl = '', signal }: UploadOptions): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { method, path, file } = request
    const url = `${baseUrl}${path}`
    const xhr = new XMLHttpRequest()
    const failed = (response?: Response & { _data?: unknown }) =>
      reject(createFetchError({ request: url, options: { headers: new Headers() }, ...(response && { response }) }))
    const abort = () => xhr.abort()
    for (const one of [signal, ...(file.signal ? [file.signal] : [])]) one.addEventListener('abort', abort)
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded }) => file.onProgress?.(loaded)
    xhr.onload = () => {
      const data = parsed(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300) return resolve(data)
      const { status, statusText } = xhr
      failed(Object.assign(new Response(null, { status, statusText }), { _data: data }))
    }
    xhr.onerror = () => failed()
    xhr.onabort = () => failed()
    if (signal.aborted || file.signal?.aborted) return failed()
    xhr.send(formOf(request))
  })
