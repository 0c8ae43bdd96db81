/** result.vitals: web vitals of a browser test in the order of `VITALS`, with null for one that the page did not have. Null for calls. */
export const resultVitals = `
alter table result add column vitals real[];
`
