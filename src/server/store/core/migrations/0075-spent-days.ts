/** project.spent_until: the end of the day (UTC) whose allowance of results the project has stored; until then, no run is made in it. */
export const spentDays = `
alter table project add column spent_until bigint not null default 0;
`
