/** How many results had a response: what `sum_ms` is the sum of. For older rows, the nearest that can still be known. */
export const answered = `
alter table rollup add column answered int;
update rollup set answered = pass + slow + warning + fail - unavailable;
alter table rollup alter column answered set default 0, alter column answered set not null;
`
