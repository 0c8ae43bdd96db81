/**
 * Results of steps name their workflow and its source (`workflow_key`, `workflow_source`), and their position (`step`): with the due
 * time less the position, these are the key of the workflow's own result, whose `workflow_key` is its `target_key`.
 * `workflow_setting` holds what the scheduler reads of a workflow: whether runs may overlap and the only location, from its tags, and the
 * capability that its steps need.
 */
export const workflows = `
alter table result add column workflow_key int, add column workflow_source int, add column step smallint;

create table workflow_setting (
  target_key int primary key references object (key) on delete cascade,
  exclusive boolean not null,
  needs text,
  location_key smallint references location (key)
);
`
