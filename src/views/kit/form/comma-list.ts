/** The members of a comma-separated list, such as tags as they are typed. */
export const membersOf = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

/** A comma-separated list of some members. */
export const listedOf = (members: readonly string[]): string => members.join(', ')
