import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails } from '../support/mail-box.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import {
  addTotpFactor,
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  extractMailLink,
  signInOnNewClient,
  waitForNewestMail,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

test('POST /admin/users creates a user with metadata and a ban without sending mail, and rejects a taken email address', {
  tags: ['R6.7', 'R7.33'],
}, async (backend) => {
  const { name, email } = createTestVisitor()
  const admin = backend.secretClient().auth.admin
  const id = crypto.randomUUID()
  const { data, error } = await admin.createUser({
    id,
    email: email.toUpperCase(),
    email_confirm: true,
    user_metadata: { name },
    app_metadata: { plan: 'early' },
    ban_duration: '24h',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id,
    email,
    user_metadata: { name },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'early' },
    identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
  })
  expect(data.user).toHaveProperty('banned_until')
  expect((await admin.getUserById(id)).data.user?.id).toBe(id)
  const again = await admin.createUser({ email })
  expectAuthError(again.error, 422, 'email_exists')
  expect(await readReceivedMails(backend, email)).toEqual([])
})

test('POST /admin/users rejects invalid input (no contact, bad id, two passwords, unknown hash, bad duration) with 400', async (backend) => {
  const { email } = createTestVisitor()
  const create = async (body: object) => readAuthError(await callAuthAsAdmin(backend, 'POST /admin/users', { body }))
  const costly = '$argon2id$v=19$m=99999999,t=9,p=1$YWJjZGVmZ2g$YWJjZGVmZ2hhYmNkZWZnaA'
  for (const [body, message] of [
    [{}, 'Cannot create a user without either an email or phone'],
    [{ email: 'nobody' }, 'Unable to validate email address: invalid format'],
    [{ email, id: 'one' }, 'ID must be a valid, non-nil UUID'],
    [{ email, password: 'a', password_hash: 'b' }, 'Only a password or a password hash should be provided'],
    [{ email, password_hash: costly }, 'The password hash is of a kind that this service can not check'],
    [{ email, password: 'x'.repeat(73) }, 'Password cannot be longer than 72 characters'],
    [{ email, ban_duration: 'a while' }, expect.stringContaining('ban duration')],
  ] as const)
    expect(await create(body)).toEqual([400, 'validation_failed', matchErrorMessage(message)])
  const phone = '4915112345678'
  expect((await callAuthAsAdmin(backend, 'POST /admin/users', { body: { phone } })).status).toBe(200)
  const taken = matchErrorMessage('Phone number already registered by another user')
  expect(await create({ phone })).toEqual([422, 'phone_exists', taken])
})

test('an admin update changes email address and metadata immediately, and rejects a weak password or a taken address', {
  tags: ['R7.33'],
}, async (backend) => {
  const { user, email, password } = await createMember(backend)
  const admin = backend.secretClient().auth.admin
  const { email: wanted } = createTestVisitor()
  const { data, error } = await admin.updateUserById(user.id, {
    email: wanted,
    email_confirm: true,
    user_metadata: { name: null, colour: 'rose' },
    app_metadata: { plan: 'early' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: wanted, user_metadata: { colour: 'rose' }, app_metadata: { plan: 'early' } })
  expect(data.user?.user_metadata).not.toHaveProperty('name')
  expect((await backend.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
  await signInOnNewClient(backend, { email: wanted, password })
  const weak = await admin.updateUserById(user.id, { password: 'short' })
  expectAuthError(weak.error, 422, 'weak_password')
  const other = await createMember(backend)
  const taken = await callAuthAsAdmin(backend, `PUT /admin/users/${user.id}`, { body: { email: other.email } })
  expectAuthError(taken, 500, 'unexpected_failure', 'Error updating user')
})

test('DELETE /admin/users/:id deletes a user; a soft delete keeps the row without personal data, ends the sessions and allows a new sign-up with the address', {
  tags: ['R7.33'],
}, async (backend) => {
  const [one, other] = [await createMember(backend), await createMember(backend)]
  const admin = backend.secretClient().auth.admin
  expect((await admin.deleteUser(one.user.id)).error).toBeNull()
  expectAuthError((await admin.getUserById(one.user.id)).error, 404, 'user_not_found', 'User not found')
  expect((await admin.deleteUser(other.user.id, true)).error).toBeNull()
  const { data } = await admin.getUserById(other.user.id)
  expect(data.user).toMatchObject({ user_metadata: {}, app_metadata: {}, deleted_at: expect.any(String) })
  expect(JSON.stringify(data.user)).not.toContain(other.email)
  expect((await callAuth(backend, 'GET /user', { bearer: other.session.access_token })).status).toBe(403)
  const { error } = await backend.client().auth.signUp({ email: other.email, password: createRandomPassword() })
  expect(error).toBeNull()
  expect((await waitForNewestMail(backend, other.email)).subject).toContain('Confirm')
  expect((await admin.deleteUser(other.user.id, true)).error).toBeNull()
  for (const request of ['GET /admin/users/one', 'DELETE /admin/users/one', 'GET /admin/users/one/factors'] as const) {
    const answer = await callAuthAsAdmin(backend, request)
    expectAuthError(answer, 404, 'validation_failed', 'user_id must be an UUID')
  }
})

test('GET /admin/users supports pagination, sorting and an email address filter without wildcards', {
  tags: ['R7.33'],
}, async (backend) => {
  const members = [await createMember(backend), await createMember(backend), await createMember(backend)]
  const admin = backend.secretClient().auth.admin
  const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
  expect(error).toBeNull()
  expect(data.users.map(({ id }) => id)).toEqual([members[2]?.user.id, members[1]?.user.id])
  expect(data).toMatchObject({ aud: 'authenticated', total: expect.any(Number), nextPage: 2 })
  const found = await callAuthAsAdmin(backend, `GET /admin/users?filter=${encodeURIComponent(members[0]?.email ?? '')}`)
  expect(found.body.users).toMatchObject([{ id: members[0]?.user.id, identities: null }])
  expect(found.headers.get('x-total-count')).toBe('1')
  const oldest = await callAuthAsAdmin(backend, 'GET /admin/users?sort=created_at%20asc&per_page=1000')
  const times = oldest.body.users.map(({ created_at }: { created_at: string }) => created_at)
  expect(times).toEqual(times.toSorted())
  const wild = await callAuthAsAdmin(backend, 'GET /admin/users?filter=%25%25')
  expect(wild.body.users).toEqual([])
  const odd = await callAuthAsAdmin(backend, 'GET /admin/users?page=first')
  expectAuthError(odd, 400, 'validation_failed', 'Bad Pagination Parameters: page must be an unsigned integer')
})

test('an invited user signs in with the emailed code and sets a password; inviting a confirmed user returns email_exists', async (backend) => {
  const { email } = createTestVisitor()
  const { data, error } = await backend.secretClient().auth.admin.inviteUserByEmail(email, { data: { team: 'red' } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) })
  expect(data.user?.user_metadata).toEqual({ team: 'red' })
  const mail = await waitForNewestMail(backend, email)
  expect([mail.subject, extractMailLink(mail).type]).toEqual([`You’re invited to ${brand.name}`, 'invite'])
  const repeated = await backend.client().auth.signUp({ email, password: createRandomPassword() })
  expect(repeated.data.user).not.toHaveProperty('invited_at')
  expect(repeated.data.user?.user_metadata).not.toHaveProperty('team')
  const client = backend.client()
  const latest = await waitForNewestMail(backend, email, 2)
  const verified = await client.auth.verifyOtp({ email, token: extractMailCode(latest), type: 'invite' })
  expect(verified.error).toBeNull()
  expect((await client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
  const again = await backend.secretClient().auth.admin.inviteUserByEmail(email)
  expectAuthError(again.error, 422, 'email_exists')
})

test('address-change and recovery links from admin generate_link verify; an unknown user or type or no password is rejected', async (backend) => {
  const admin = backend.secretClient().auth.admin
  const { email } = createTestVisitor()
  const magic = await admin.generateLink({ type: 'magiclink', email, options: { data: { status: 'alpha' } } })
  expect(magic.data.user?.user_metadata).toEqual({ status: 'alpha' })
  expect(magic.data.properties).toMatchObject({ verification_type: 'signup' })
  const { email: wanted } = createTestVisitor()
  const member = await createMember(backend)
  const make = (body: object) => callAuthAsAdmin(backend, 'POST /admin/generate_link', { body })
  const current = await make({ type: 'email_change_current', email: member.email, new_email: wanted })
  const fresh = await make({ type: 'email_change_new', email: member.email, new_email: wanted })
  for (const { body } of [current, fresh]) {
    const answer = await callAuth(backend, 'POST /verify', {
      body: { type: 'email_change', token_hash: body.hashed_token },
    })
    expect(answer.status).toBe(200)
  }
  expect((await admin.getUserById(member.user.id)).data.user?.email).toBe(wanted)
  const recovery = await admin.generateLink({ type: 'recovery', email: wanted })
  const opened = await backend
    .client()
    .auth.verifyOtp({ token_hash: recovery.data.properties?.hashed_token ?? '', type: 'recovery' })
  expect(opened.data.user?.id).toBe(member.user.id)

  const unknown = await make({ type: 'recovery', email: createTestVisitor().email })
  expectAuthError(unknown, 404, 'user_not_found', 'User with this email not found')
  const known = await make({ type: 'invite', email: wanted })
  expectAuthError(known, 422, 'email_exists')
  const kind = await make({ type: 'letter', email })
  expectAuthError(kind, 400, 'validation_failed', 'Invalid email action link type requested: letter')
  const noPassword = await make({ type: 'signup', email: createTestVisitor().email })
  expectAuthError(noPassword, 400, 'validation_failed', 'Signup requires a valid password')
})

test('an admin lists, renames and deletes an MFA factor without seeing its secret, and the session drops to aal1', async (backend) => {
  const { client, user } = await createMember(backend)
  const { id, secret } = await addTotpFactor(client, 'App')
  const admin = backend.secretClient().auth.admin
  const listed = await admin.mfa.listFactors({ userId: user.id })
  expect(listed.data?.factors).toMatchObject([{ id, friendly_name: 'App', status: 'verified', factor_type: 'totp' }])
  expect(JSON.stringify(listed.data)).not.toContain(secret)
  const path = `/admin/users/${user.id}/factors/${id}` as const
  const renamed = await callAuthAsAdmin(backend, `PUT ${path}`, { body: { friendly_name: 'Lost phone' } })
  expect(renamed.body).toMatchObject({ id, friendly_name: 'Lost phone' })
  expect((await callAuthAsAdmin(backend, `DELETE ${path}`)).body).toMatchObject({ id, status: 'verified' })
  expect(decodeTokenClaims((await client.auth.refreshSession()).data.session?.access_token).aal).toBe('aal1')
  const gone = await callAuthAsAdmin(backend, `DELETE ${path}`)
  expectAuthError(gone, 404, 'mfa_factor_not_found', 'Factor not found')
})

test('an admin can sign a user out, and the audit log lists the actions of the user without the email address', async (backend) => {
  const { session, user, email } = await createMember(backend)
  const { error } = await backend.secretClient().auth.admin.signOut(session.access_token)
  expect(error).toBeNull()
  expect((await callAuth(backend, 'GET /user', { bearer: session.access_token })).status).toBe(403)
  const { body, headers } = await callAuthAsAdmin(backend, 'GET /admin/audit?per_page=1000')
  const mine = body.filter(({ payload }: { payload: { actor_id: string } }) => payload.actor_id === user.id)
  const actions = mine.map(({ payload }: { payload: { action: string } }) => payload.action)
  expect(actions).toEqual(['logout', 'login', 'user_signedup'])
  expect(JSON.stringify(mine)).not.toContain(email)
  expect(Number(headers.get('x-total-count'))).toBeGreaterThan(2)
})
