/** An email address of which the first letter and the domain's last part can be read: `a•••@•••.com`. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.')
  return `${address.slice(0, Math.min(1, at))}•••@•••${dot > at ? address.slice(dot) : ''}`
}
