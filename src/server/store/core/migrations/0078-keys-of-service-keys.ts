/** api_key.created_by_service_key: the key of a service account that created it, and with which it ends. Earlier keys do not name theirs. */
export const keysOfServiceKeys = `
alter table api_key add column created_by_service_key text references service_key (id) on delete cascade;
create index api_key_created_by_service_key on api_key (created_by_service_key) where created_by_service_key is not null;
`
