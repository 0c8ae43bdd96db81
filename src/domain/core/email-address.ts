/** Whether mail could be sent to it: one `@`, and something without white space on both sides of it. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)
