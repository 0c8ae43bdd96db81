/** States of an incident, in their usual order. */
export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** Impacts of an incident, smallest first. */
export const IMPACTS = ['minor', 'major', 'critical'] as const
export type Impact = (typeof IMPACTS)[number]
