import { type CallFailure, setUpFailure } from './call-failure.ts'
import type { Files } from './files.ts'
import type { Fill } from './fill.ts'
import { multipartOf, type Part } from './multipart.ts'
import type { Job } from './request.ts'

/** The body of a request as it is sent. */
export type MadeBody = {
  readonly bytes: Buffer
  /** Sent unless the call has a Content-Type of its own, which a multipart body overrides. */
  readonly contentType: string
  readonly isMultipart: boolean
  /** The body as results show it, where it is no text; absent: as it is. */
  readonly shown?: string
}

const bytesIn = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`

const unloaded = (name: string): CallFailure => setUpFailure(`the file of ${name} was not loaded`)

const partOf = (part: NonNullable<Job['call']['parts']>[number], fill: Fill, files: Files): Part | CallFailure => {
  const name = fill(part.name)
  const fileName = part.file_name == null ? null : fill(part.file_name)
  const contentType = part.content_type == null ? null : fill(part.content_type)
  if (contentType !== null && /[\r\n\0]/.test(contentType))
    return setUpFailure(`the media type of the part ${part.name} contains a line break or a NUL`)
  if (part.file_id == null)
    return { name, fileName, contentType, content: Buffer.from(fill(part.value ?? '')), shown: null }
  const file = files.get(part.file_id)
  if (!file) return unloaded(`the part ${part.name}`)
  return {
    name,
    fileName: fileName ?? file.name,
    contentType: contentType ?? file.media_type,
    content: file.bytes,
    shown: `(${file.name}, ${bytesIn(file.size)})`,
  }
}

/** Makes the body of a job, with placeholders filled in; null if it has none, or a failure if it cannot be made. */
export const bodyOf = ({ call }: Job, fill: Fill, files: Files): MadeBody | CallFailure | null => {
  if (call.parts && call.parts.length > 0) {
    const parts: Part[] = []
    for (const each of call.parts) {
      const part = partOf(each, fill, files)
      if ('sentence' in part) return part
      parts.push(part)
    }
    return { ...multipartOf(parts), isMultipart: true }
  }
  if (call.file_id != null) {
    const file = files.get(call.file_id)
    if (!file) return unloaded('the body')
    const shown = `(${file.name}, ${bytesIn(file.size)})`
    return { bytes: file.bytes, contentType: file.media_type, isMultipart: false, shown }
  }
  if (call.body === null) return null
  if (call.body_encoding !== 'base64')
    return { bytes: Buffer.from(fill(call.body)), contentType: 'application/json', isMultipart: false }
  const bytes = Buffer.from(call.body, 'base64')
  return { bytes, contentType: 'application/octet-stream', isMultipart: false, shown: `(${bytesIn(bytes.length)})` }
}
