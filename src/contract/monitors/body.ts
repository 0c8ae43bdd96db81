import { shape } from '../core/endpoint.ts'

/**
 * A part of a multipart body: text (`value`) or a stored file (`file_id`). A part with neither is a file that is still to be chosen. With
 * `secret`, the text is encrypted at rest and shown as a mask.
 */
export const requestPart = shape({
  name: 'string <= 8192',
  'value?': 'string <= 65536 | null',
  'file_id?': '1 <= string <= 128 | null',
  /** File name that is sent; null or absent: that of the stored file. A text part with one is sent as a file. */
  'file_name?': 'string <= 1024 | null',
  /** Media type of the part; null or absent: that of the stored file, and none for text. */
  'content_type?': 'string <= 255 | null',
  'secret?': 'boolean',
})

/** A header, parameter or variable. With `secret`, the value is encrypted at rest and shown as a mask, whatever its name. */
export const requestPair = shape({ key: 'string <= 8192', value: 'string <= 65536', 'secret?': 'boolean' })

/** Fields of a request that make its body; at most one of `body`, `parts` and `file_id` has content. */
export const bodyFields = shape({
  'body?': 'string <= 1048576 | null',
  /** `base64`: the body is base64 text, sent decoded. */
  'body_encoding?': "'text' | 'base64'",
  /** Parts of a multipart/form-data body, in order. */
  'parts?': [[requestPart, '[]'], '&', 'unknown[] <= 200'],
  /** A stored file that is sent as the body. */
  'file_id?': '1 <= string <= 128 | null',
})
