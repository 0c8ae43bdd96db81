import { IMPACTS, INCIDENT_STATES } from '../../../contract/incidents/incident-words.ts'
import { coded } from '../identity/codes.ts'

/** Stored codes of states. */
export const incidentStates = coded([...INCIDENT_STATES])
/** Stored codes of impacts. */
export const impacts = coded([...IMPACTS])
export const RESOLVED = incidentStates.code('resolved')
export const MONITORING = incidentStates.code('monitoring')
export const INVESTIGATING = incidentStates.code('investigating')
