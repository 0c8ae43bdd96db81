/** Whether a text can be an email address: one `@` with text but no white space on both sides. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)
