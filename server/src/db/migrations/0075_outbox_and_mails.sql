-- What a command causes outside its transaction: recorded in it, delivered afterwards by a worker (decisions/0039-outbox-and-mail.md).
create table outbox (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  kind text not null,
  -- Ids and codes; protected data only sealed.
  payload jsonb not null,
  created_at timestamptz not null,
  -- Counted when an attempt begins; the number is the fence of that attempt.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  done_at timestamptz,
  -- Of the last attempt that failed.
  error_kind text,
  primary key (tenant_id, id),
  check ((status = 'waiting') = (done_at is null))
);
create index outbox_due on outbox (tenant_id, next_attempt_at) where status = 'waiting';
select protect('outbox');

create table mails (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  template text not null,
  -- Recipient and data of the template, sealed.
  request_encrypted text not null,
  -- Subject and text, sealed, once the mail was sent or kept.
  rendered_encrypted text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  error_kind text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references outbox (tenant_id, id) on delete cascade
);
select protect('mails');
