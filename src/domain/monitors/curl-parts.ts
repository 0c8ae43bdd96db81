/** A part of a multipart body. A part with `file_id` is a file: null until one is chosen. */
export type CurlPart = {
  readonly name: string
  readonly value?: string | null
  readonly file_id?: null
  readonly file_name?: string
  readonly content_type?: string
}

/** The parts that a value of `--form` describes, and what of it is left out, in sentences. */
type FormReading = { readonly parts: readonly CurlPart[]; readonly notes: readonly string[] }

const without = (text: string): FormReading => ({
  parts: [],
  notes: [`The form field “${text.slice(0, 100)}” is left out: it must be a name, “=” and a value.`],
})

/** Parses a value of `--form`: `name=text`, `name=@file` or `name=<file`, with `;type=…` and `;filename=…` after it. */
export const formParts = (text: string): FormReading => {
  const equals = text.indexOf('=')
  if (equals < 1) return without(text)
  const name = text.slice(0, equals)
  const given = text.slice(equals + 1)
  const mark = given.charAt(0)
  if (mark === '(' || mark === ')')
    return { parts: [], notes: [`The form field “${name}” is left out: nested multipart bodies are not supported.`] }
  const isFile = mark === '@'
  const isContent = mark === '<'
  const { value, settings } = cut(isFile || isContent ? given.slice(1) : given)
  const type = settings.get('type')
  const content_type = type === undefined ? {} : { content_type: type }
  const notes = settings.has('headers') ? [`The headers of the form field “${name}” are left out.`] : []
  if (isContent)
    return {
      parts: [{ name, value: '', ...content_type }],
      notes: [...notes, `The text of the form field “${name}” is in the file ${value}: enter it.`],
    }
  const named = settings.get('filename')
  if (!isFile)
    return { parts: [{ name, value, ...(named !== undefined && { file_name: named }), ...content_type }], notes }
  const files = value.includes(',') && !given.startsWith('@"') ? value.split(',') : [value]
  return {
    parts: files.map((file) => ({
      name,
      file_id: null,
      file_name: named ?? nameOfFile(file),
      ...content_type,
    })),
    notes,
  }
}

/** A file's name without its folders. */
export const nameOfFile = (path: string): string => path.replace(/^.*[/\\]/s, '')

const SETTING = /^;\s*(type|filename|headers|encoder)=/i

/** A value, perhaps in quotes, and the settings after it. A `;` that starts no setting belongs to the value. */
const cut = (text: string): { value: string; settings: ReadonlyMap<string, string> } => {
  const settings = new Map<string, string>()
  const first = valueAt(text, 0)
  let at = first.end
  while (at < text.length) {
    const [whole = '', name = ''] = SETTING.exec(text.slice(at, at + 40)) ?? []
    if (whole === '') break
    const next = valueAt(text, at + whole.length)
    settings.set(name.toLowerCase(), next.value)
    at = next.end
  }
  return { value: first.value, settings }
}

const valueAt = (text: string, from: number): { value: string; end: number } => {
  if (text.charAt(from) !== '"') {
    for (let at = text.indexOf(';', from); at >= 0; at = text.indexOf(';', at + 1))
      if (SETTING.test(text.slice(at, at + 40))) return { value: text.slice(from, at), end: at }
    return { value: text.slice(from), end: text.length }
  }
  const pieces: string[] = []
  let at = from + 1
  for (; at < text.length && text.charAt(at) !== '"'; at++) {
    const isEscaped = text.charAt(at) === '\\' && /["\\]/.test(text.charAt(at + 1))
    if (isEscaped) at++
    pieces.push(text.charAt(at))
  }
  return { value: pieces.join(''), end: at + 1 }
}

/** A part of a multipart body as a monitor has it. */
export type PartToWrite = {
  readonly name: string
  readonly value?: string | null | undefined
  readonly file_name?: string | null | undefined
  readonly content_type?: string | null | undefined
}

/** Formats a part as an option of curl and its value, so that `formParts` finds it again. A part without a value is a file. */
export const partOption = ({ name, value, file_name, content_type }: PartToWrite): [option: string, value: string] => {
  const type = content_type ? `;type=${content_type}` : ''
  if (value === null || value === undefined) {
    const file = quoted(file_name ?? 'file')
    // Of a path, curl would send the last step alone.
    return ['--form', `${name}=@${file}${/[/\\]/.test(file) ? `;filename=${file}` : ''}${type}`]
  }
  if (type === '' && !file_name) return ['--form-string', `${name}=${value}`]
  return ['--form', `${name}=${quoted(value)}${file_name ? `;filename=${quoted(file_name)}` : ''}${type}`]
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/**
 * The parts of a multipart body that is written out, as browsers copy it: without the content of its files. Null where it is none, or a
 * file has content, which would be lost.
 */
export const partsInText = (body: string, contentType: string): CurlPart[] | null => {
  const [, quotedBoundary, bare] =
    /^multipart\/form-data\s*;.{0,100}?boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/is.exec(contentType) ?? []
  const boundary = quotedBoundary ?? bare
  if (boundary === undefined) return null
  const pieces = body.replace(/\r\n/g, '\n').split(`--${boundary}`)
  if (pieces.length < 3 || pieces[0]?.trim() !== '' || !/^--\s*$/.test(pieces.at(-1) ?? '')) return null
  const parts: CurlPart[] = []
  for (const piece of pieces.slice(1, -1)) {
    const blank = piece.indexOf('\n\n')
    if (blank < 0 || !piece.endsWith('\n')) return null
    const head = piece.slice(0, blank)
    const content = piece.slice(blank + 2, -1)
    const name = nameIn(head, 'name')
    const file = nameIn(head, 'filename')
    if (name === null || (file !== null && content.trim() !== '')) return null
    const type = /^content-type:\s*(\S.{0,199})$/im.exec(head)?.[1]
    const content_type = type === undefined ? {} : { content_type: type.trim() }
    parts.push(
      file === null
        ? { name, value: content, ...content_type }
        : { name, file_id: null, file_name: file, ...content_type },
    )
  }
  return parts
}

const nameIn = (head: string, name: string): string | null =>
  new RegExp(`^content-disposition:.{0,500}?;\\s*${name}="((?:[^"\\\\]|\\\\.){0,500})"`, 'im').exec(head)?.[1] ?? null
