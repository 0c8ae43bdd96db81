/** Limits of each project that the operator sets and people are told of. */
export const QUOTAS = ['monitors', 'results', 'documents', 'files'] as const
export type Quota = (typeof QUOTAS)[number]
