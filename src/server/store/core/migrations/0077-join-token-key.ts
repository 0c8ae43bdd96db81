/** join_token.created_by_key: the API key that made the token, with which it goes. */
export const joinTokenKey = `
alter table join_token add column created_by_key text references api_key (id) on delete cascade;
create index join_token_created_by_key on join_token (created_by_key) where created_by_key is not null;
`
