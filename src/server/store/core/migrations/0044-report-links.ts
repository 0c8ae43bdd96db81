/**
 * report_link: the public link of a report. hash: SHA-256 of the link's token, by which a visitor's is found; token: the same encrypted,
 * so that it can be shown to those who may publish.
 */
export const reportLinks = `
create table report_link (
  report_key int primary key references object (key) on delete cascade, hash bytea not null unique, token jsonb not null, created bigint not null
);
`
