/** Whether a text is a complete http or https URL. A browser's parser alone would also accept `http:host` and spaces. */
export const isWebAddress = (text: string): boolean => {
  if (!/^https?:\/\/[^/?#\\]/i.test(text) || /[\s\\]/.test(text)) return false
  try {
    return new URL(text).hostname !== ''
  } catch {
    return false
  }
}

/** Whether a URL, which may contain variables, has `user:password@` (or `user@`) before its host. */
export const hasUserInfo = (text: string): boolean => /^[^/?#]*:\/\/[^/?#]*@/.test(text)
