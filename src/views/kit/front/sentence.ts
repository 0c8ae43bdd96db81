/** A message that begins with a field's API name ("password must have …"), as a sentence. */
export const sentenceOf = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)
