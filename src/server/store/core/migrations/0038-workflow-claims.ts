/**
 * `workflow_setting.claims` counts the leases of runs that may not overlap: a lease raises the number that it has seen, so that of two at
 * the same moment, at different locations, only one gets its run.
 */
export const workflowClaims = `
alter table workflow_setting add column claims int not null default 0;
`
