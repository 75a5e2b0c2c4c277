import { expect, test } from 'vitest'
import { brand } from '../../brand.ts'
import { isLikelyBot, sanitiseSignup, signupWords, validateSignupFields } from './form.ts'
import { signupToasts } from './signup-toasts.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const anna = { name: 'Anna Berg', email: 'anna@example.com' }

test('validateSignupFields returns only the “required” error for empty or blank fields', {
  tags: ['R5.2', 'R5.5'],
}, () => {
  expect(validateSignupFields({ name: '', email: '' })).toEqual({
    name: 'Name is required',
    email: 'Email is required',
  })
  expect(validateSignupFields({ name: '  ', email: ' ' })).toEqual({
    name: 'Name is required',
    email: 'Email is required',
  })
})

test('validateSignupFields returns the first error of the name and the email address', {
  tags: ['R5.1', 'R5.3', 'R5.4', 'R5.6', 'R5.7', 'R5.8'],
}, () => {
  const names = {
    [`${'Anna '.repeat(20)}B`]: 'Name too long',
    'Anna 2': 'Name contains invalid characters',
    'Anna <b>': 'Name contains invalid characters',
    'Script Writer': 'Name contains suspicious content',
  }
  for (const [name, message] of Object.entries(names))
    expect(validateSignupFields({ ...anna, name })).toEqual({ name: message })
  const emails = {
    anna: 'Invalid email format',
    'anna@example': 'Invalid email format',
    [`anna@${'a'.repeat(250)}.com`]: 'Email too long',
    'anna@tempmail.org': 'Email domain not allowed',
  }
  for (const [email, message] of Object.entries(emails)) {
    expect(validateSignupFields({ ...anna, email })).toEqual({ email: message })
  }
})

test('validateSignupFields accepts names in many languages and scripts', () => {
  for (const name of ['Anna Berg', 'Zoë O’Brien-Łuk', "D'Arcy Jr.", '李小龙', 'محمد علي', 'Botha', 'Anna\u00a0Berg']) {
    expect(validateSignupFields({ ...anna, name }), name).toEqual({})
  }
})

test('isLikelyBot returns false for an ordinary name and email address with a browser user agent', () => {
  expect(isLikelyBot(anna, '', browser)).toBe(false)
})

test('isLikelyBot returns true for a filled honeypot field, an automated user agent, or a suspicious email address or name', () => {
  expect(isLikelyBot(anna, 'https://example.com', browser)).toBe(true)
  for (const userAgent of [
    'Googlebot/2.1',
    'curl/8.5',
    'Wget/1.2',
    'python-requests/2',
    'Java/21',
    'A Spider',
    'scraper',
  ]) {
    expect(isLikelyBot(anna, '', userAgent), userAgent).toBe(true)
  }
  for (const email of [
    'ab@example.com',
    'a+b+c@example.com',
    'an..na@example.com',
    'test@example.com',
    'fake1@example.com',
  ]) {
    expect(isLikelyBot({ ...anna, email }, '', browser), email).toBe(true)
  }
  for (const name of ['Al', 'Spam Berg', 'Bot', 'Aaaaaa']) {
    expect(isLikelyBot({ ...anna, name }, '', browser), name).toBe(true)
  }
})

test('sanitiseSignup trims both fields, normalises the name to NFC and lower-cases the email address', () => {
  const typed = { name: '  Zoe\u0308\u00a0Berg ', email: ' Anna@Example.COM ' }
  expect(sanitiseSignup(typed)).toEqual({ name: 'Zoë Berg', email: 'anna@example.com' })
})

test('the sign-up dialog has the texts of the specification', { tags: ['R1.5', 'R2.55', 'R2.56'] }, () => {
  expect(signupWords).toMatchObject({
    title: `Download ${brand.name}`,
    subtitle: 'Join early users getting access to the beta version',
    name: 'Full Name',
    email: 'Email Address',
    notes: ['Secure & Free Signup', '100% Free'],
    submit: 'Download App',
    sending: 'Processing...',
  })
})

test('the toasts of the sign-up dialog have the texts of the specification', {
  tags: ['R5.17', 'R8.2', 'R8.5', 'R8.6', 'R8.7', 'R8.8', 'R8.9', 'R8.10'],
}, () => {
  const said = (notice: { title: string; text: string }) => `${notice.title}: ${notice.text}`
  expect(said(signupToasts.invalid({ name: 'Name too long', email: 'Invalid email format' }))).toBe(
    'Invalid Name: Name too long',
  )
  expect(said(signupToasts.invalid({ email: 'Invalid email format' }))).toBe('Invalid Email: Invalid email format')
  expect(said(signupToasts.limited)).toBe('Too Many Attempts: Please wait before trying again.')
  expect(said(signupToasts.screened)).toBe(
    'Security Check Failed: Please contact support if you believe this is an error.',
  )
  expect(said(signupToasts.taken(false))).toBe(
    `Email Already Registered: This email address is already registered. We'll notify you when ${brand.name} is ready!`,
  )
  expect(said(signupToasts.failed('Missing required information'))).toBe(
    "Signup Failed: We couldn't complete your signup: Missing required information. Please try again or contact support.",
  )
  expect(signupToasts.failed('Registration failed. Please try again.').text).toBe(
    "We couldn't complete your signup: Registration failed. Please try again. Please try again or contact support.",
  )
  expect(said(signupToasts.done)).toBe(
    `Welcome to ${brand.name}!: Check your email for confirmation. Redirecting to downloads...`,
  )
  expect(said(signupToasts.mailLate(false))).toBe('Note: Signup successful, but welcome email may be delayed.')
})
