/** The agents of a location that may call from there, whether or not they are online: those that were not revoked. */
export type StaffedLocation = {
  readonly agents: number
  /** Capabilities of these agents. */
  readonly capabilities: readonly string[]
}
