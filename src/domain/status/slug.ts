/** The longest slug of a status page. */
export const MOST_SLUG = 60

/** Whether a text can be the last part of a status page's address: lower-case letters, digits, and dashes between them. */
export const isSlug = (text: string): boolean => text.length <= MOST_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

/** Makes a slug of a name; `status` if the name has no Latin letter or digit. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, MOST_SLUG).replace(/^-+|-+$/g, '') || 'status'
}
