import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = ColumnType<Record<string, unknown>, string | undefined, string>
type NullableJson = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>

type Row = { id: Generated<string>; created_at: Timestamp }
type ChangingRow = Row & { updated_at: Timestamp }

type User = ChangingRow & {
  aud: Generated<string>
  role: Generated<string>
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: NullableTimestamp
  invited_at: NullableTimestamp
  confirmation_sent_at: NullableTimestamp
  recovery_sent_at: NullableTimestamp
  email_change: string | null
  email_change_sent_at: NullableTimestamp
  email_change_confirm_status: Generated<number>
  reauthentication_sent_at: NullableTimestamp
  last_sign_in_at: NullableTimestamp
  raw_app_meta_data: Json
  raw_user_meta_data: Json
  phone: string | null
  phone_confirmed_at: NullableTimestamp
  phone_change: string | null
  phone_change_sent_at: NullableTimestamp
  confirmed_at: ColumnType<Date | null, never, never>
  banned_until: NullableTimestamp
  deleted_at: NullableTimestamp
  is_sso_user: Generated<boolean>
  is_anonymous: Generated<boolean>
}

type Identity = ChangingRow & {
  user_id: string
  provider: string
  provider_id: string
  identity_data: Json
  email: ColumnType<string | null, never, never>
  issuer: ColumnType<string, never, never>
  last_sign_in_at: NullableTimestamp
}

type Session = ChangingRow & {
  user_id: string
  aal: Generated<string>
  factor_id: string | null
  user_agent: string | null
  refreshed_at: NullableTimestamp
  not_after: NullableTimestamp
}

type RefreshToken = {
  id: Generated<number>
  token_hash: string
  parent_hash: string | null
  session_id: string
  user_id: string
  revoked: Generated<boolean>
  revoked_at: NullableTimestamp
  created_at: Timestamp
}

type AmrClaim = ChangingRow & {
  session_id: string
  authentication_method: string
  provider: string | null
}

type OneTimeToken = Row & {
  user_id: string
  token_type: string
  token_hash: string | null
  code_hash: string
  failures: Generated<number>
  relates_to: string
  flow_state_id: string | null
}

type AddressClaim = {
  user_id: string
  password_hash: string | null
  identity_id: string | null
  source_key: string
  contested: boolean
  voided: boolean
}

type FlowState = Row & {
  user_id: string | null
  auth_code_hash: string | null
  code_challenge: string | null
  code_challenge_method: string | null
  authentication_method: string
  provider_type: string | null
  provider_code_verifier: string | null
  provider_nonce: string | null
  browser_hash: string | null
  referrer: string | null
  linking_target_id: string | null
  provider_access_token: string | null
  provider_refresh_token: string | null
  auth_code_issued_at: NullableTimestamp
}

type Factor = ChangingRow & {
  user_id: string
  friendly_name: Generated<string>
  factor_type: string
  status: Generated<string>
  secret: string | null
  phone: string | null
  web_authn_credential: NullableJson
  last_challenged_at: NullableTimestamp
  last_used_step: number | null
}

type Challenge = Row & {
  factor_id: string
  otp_code_hash: string | null
  web_authn_session_data: NullableJson
  verified_at: NullableTimestamp
}

type WebauthnCredential = ChangingRow & {
  user_id: string
  credential_id: string
  public_key: Uint8Array
  sign_count: Generated<number>
  transports: ColumnType<unknown[], string | undefined, string>
  aaguid: string | null
  friendly_name: Generated<string>
  last_used_at: NullableTimestamp
}

type WebauthnChallenge = Row & {
  user_id: string | null
  challenge_type: string
  session_data: Json
  expires_at: Timestamp
}

type AuditLogEntry = Row & { payload: Json }

type RateBucket = {
  key: string
  tokens: number
  updated_at: Timestamp
}

type KnownDevice = {
  user_id: string
  device: string
  seen_at: Timestamp
}

/** Column types of the auth service's tables (platform/06-auth-tables.sql). Only the server itself reads and writes them. */
export type AuthTables = {
  'auth.users': User
  'auth.identities': Identity
  'auth.sessions': Session
  'auth.refresh_tokens': RefreshToken
  'auth.mfa_amr_claims': AmrClaim
  'auth.one_time_tokens': OneTimeToken
  'auth.address_claims': AddressClaim
  'auth.flow_state': FlowState
  'auth.mfa_factors': Factor
  'auth.mfa_challenges': Challenge
  'auth.webauthn_credentials': WebauthnCredential
  'auth.webauthn_challenges': WebauthnChallenge
  'auth.audit_log_entries': AuditLogEntry
  'auth.rate_buckets': RateBucket
  'auth.known_devices': KnownDevice
}
