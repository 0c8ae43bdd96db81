/**
 * deleted_monitor: what the deletion removes with the row, so that a restore brings it back. depends_on: keys of the monitors that it
 * depended on; dependents: keys of those that depended on it; acknowledgements: its rows of that table.
 */
export const deletedDependencies = `
alter table deleted_monitor add column depends_on int[] not null default '{}', add column dependents int[] not null default '{}',
  add column acknowledgements jsonb not null default '[]';
`
