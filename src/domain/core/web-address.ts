/** An absolute http or https address, spelled out in full: a browser's parser alone would also take `http:host` and spaces. */
export const isWebAddress = (text: string): boolean => {
  if (!/^https?:\/\/[^/?#\\]/i.test(text) || /[\s\\]/.test(text)) return false
  try {
    return new URL(text).hostname !== ''
  } catch {
    return false
  }
}

/** Whether a web address, variables and all, carries `user:password@` (or `user@`) before its host. */
export const hasUserInfo = (text: string): boolean => /^[^/?#]*:\/\/[^/?#]*@/.test(text)
