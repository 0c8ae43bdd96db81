/** The account that Chromium runs as when the agent is root. */
export type Account = { readonly uid: number; readonly gid: number }

/** The account `nobody`, which exists on every Linux and owns nothing. */
const nobody: Account = { uid: 65534, gid: 65534 }

/** The account to run Chromium as: `nobody` if the agent is root, otherwise null for the agent's own. */
export const browserAccount = (): Account | null => (process.getuid?.() === 0 ? nobody : null)
