/** What a rule says of a field by its name on the wire ("password must have …"), as a sentence below it. */
export const sentenceOf = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)
