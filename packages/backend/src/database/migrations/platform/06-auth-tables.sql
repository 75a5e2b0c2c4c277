-- The auth service's own tables. They use Supabase's names for tables and columns where Supabase has them, so that moving the data to or
-- from Supabase needs no renaming. The roles of the data API have no privileges here: only the server itself reads and writes these tables.

create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  -- a pending change of the e-mail address: 0 when neither mailbox has confirmed it yet, 1 when one of the two has
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  phone text,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  deleted_at timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index if not exists users_email_key on auth.users (email) where not is_sso_user;
create unique index if not exists users_phone_key on auth.users (phone);
create index if not exists users_created_at_idx on auth.users (created_at desc, id);

-- A provider's user is identified by issuer and subject: another issuer may use the same subject for another person (OpenID Connect
-- Core 2). The issuer is empty for identities without one, such as an e-mail address, and where it was not recorded.
create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower((identity_data ->> 'email') collate "C")) stored,
  issuer text generated always as (coalesce(identity_data ->> 'iss', '')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index if not exists identities_by_issuer on auth.identities (provider, issuer, provider_id);
create index if not exists identities_user_id_idx on auth.identities (user_id);
create index if not exists identities_email_idx on auth.identities (email);

create table if not exists auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid,
  user_agent text,
  refreshed_at timestamptz,
  not_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists sessions_user_created_idx on auth.sessions (user_id, created_at desc);

-- Only hashes are stored, so that a leaked table contains no usable tokens.
create table if not exists auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  parent_hash text,
  session_id uuid not null references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  revoked boolean not null default false,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index if not exists refresh_tokens_session_idx on auth.refresh_tokens (session_id, id desc);
-- Deleting a user or a flow state looks for the rows that follow by cascade; without an index it would read the whole table.
create index if not exists refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  provider text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code_hash text unique,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  authentication_method text not null,
  provider_type text,
  -- the PKCE verifier and the nonce of a sign-in through a provider: the callback sends the verifier and checks the nonce in the ID token
  provider_code_verifier text,
  provider_nonce text,
  -- the hash of the cookie of the browser that started the flow
  browser_hash text,
  referrer text,
  linking_target_id uuid references auth.users on delete cascade,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  auth_code_issued_at timestamptz
);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at);
create index if not exists flow_state_user_id_idx on auth.flow_state (user_id);
create index if not exists flow_state_linking_target_id_idx on auth.flow_state (linking_target_id);

-- One valid token per user and kind: issuing another replaces it.
create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone_change', 'reauthentication')),
  -- the hash of the token in the mailed link; null when only a code was sent
  token_hash text unique,
  -- the keyed hash of the six-digit code; the key is not in the database
  code_hash text not null,
  -- the number of wrong guesses: six digits can be guessed, so a code is invalidated after a few
  failures integer not null default 0,
  -- the e-mail address or phone number that the token was sent to
  relates_to text not null,
  flow_state_id uuid references auth.flow_state on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
create index if not exists one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
create index if not exists one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);

create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  web_authn_credential jsonb,
  last_challenged_at timestamptz,
  -- the time step of the latest accepted TOTP code, so that no code can be used twice
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  otp_code_hash text,
  web_authn_session_data jsonb,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table if not exists auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  aaguid uuid,
  friendly_name text not null default '',
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table if not exists auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index if not exists webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);

create table if not exists auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);
create index if not exists audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

-- Token buckets for rate limits, shared by all processes and retained across restarts. The key is a keyed hash of what is limited, such as
-- an IP address or an account.
create table if not exists auth.rate_buckets (
  key text primary key,
  tokens double precision not null,
  updated_at timestamptz not null default now()
);
create index if not exists rate_buckets_updated_at_idx on auth.rate_buckets (updated_at);

-- The password and identity of the latest request for an unconfirmed address; they are applied when the address is confirmed
-- (docs/decisions.md, "A password takes effect with the message that proves the address"). Not in auth.users, so that code which confirms
-- an account without checking claims cannot apply a password.
do $$
begin
  if to_regclass('auth.address_claims') is not null then return; end if;
  create table auth.address_claims (
    user_id uuid primary key references auth.users on delete cascade,
    password_hash text,
    -- the provider's identity that created the account without a verified address
    identity_id uuid references auth.identities on delete set null,
    -- keyed hash of the network source of the request
    source_key text not null,
    contested boolean not null,
    voided boolean not null
  );
  -- For accounts older than this table the requester is unknown, so their password is never applied. Accounts made by an operator have
  -- no `sub` in their metadata and stay as they are.
  insert into auth.address_claims (user_id, password_hash, source_key, contested, voided)
  select id, encrypted_password, '', true, true
  from auth.users
  where confirmed_at is null and invited_at is null and deleted_at is null and not is_anonymous
    and raw_user_meta_data ? 'sub';
  update auth.users u set encrypted_password = null from auth.address_claims c where c.user_id = u.id;
end $$;

create index if not exists address_claims_identity_id_idx on auth.address_claims (identity_id);

-- Devices that completed a sign-in to an account: they may still sign in while an attacker's guesses at the password block other clients.
-- The device is a keyed hash of the client's IP network and user agent.
create table if not exists auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
create index if not exists known_devices_device_idx on auth.known_devices (device);
create index if not exists known_devices_seen_at_idx on auth.known_devices (seen_at);
