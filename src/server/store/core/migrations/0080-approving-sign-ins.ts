/** connection.approved_in: the grant of the sign-in that approved it; null for a tenant's accounts, and for connections from before. */
export const approvingSignIns = `
alter table connection add column approved_in text;
`
