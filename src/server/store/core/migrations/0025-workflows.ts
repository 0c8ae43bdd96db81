/**
 * Results of steps name their workflow and its source (`workflow_key`, `workflow_source`), and their position (`step`): with the due
 * time less the position, these are the key of the workflow's own result, whose `workflow_key` is its `target_key`.
 * `workflow_setting` holds what the scheduler reads of a workflow's tags.
 */
export const workflows = `
alter table result add column workflow_key int, add column workflow_source int, add column step smallint;

create table workflow_setting (
  target_key int primary key references object (key) on delete cascade,
  exclusive boolean not null,
  location_key smallint references location (key)
);
`
