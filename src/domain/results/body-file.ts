type Response = {
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly body_encoding: 'text' | 'base64'
}

/** Endings by media type: those that people open in a program of their own. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/[/+]json\b/, 'json'],
  [/\/html\b/, 'html'],
  [/\/svg\+xml\b/, 'svg'],
  [/[/+]xml\b/, 'xml'],
  [/\/csv\b/, 'csv'],
  [/\/pdf\b/, 'pdf'],
  [/\/png\b/, 'png'],
  [/\/jpeg\b/, 'jpg'],
  [/\/zip\b/, 'zip'],
]

/** File name of a downloaded response body, with an ending for its content type. */
export const bodyFileName = (resultId: string, response: Response | null | undefined): string => {
  const type = response?.headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value.toLowerCase() ?? ''
  const known = ENDINGS.find(([pattern]) => pattern.test(type.split(';')[0] ?? ''))
  return `${resultId}.${known?.[1] ?? (response?.body_encoding === 'base64' ? 'bin' : 'txt')}`
}
