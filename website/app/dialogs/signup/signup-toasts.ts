import {
  SECURITY_CHECK_FAILED_NOTICE,
  TOO_MANY_ATTEMPTS_NOTICE,
  type ToastNotice,
  WELCOME_MAIL_DELAYED_TEXT,
} from '@site/contract/errors'
import { brand } from '../../brand.ts'
import type { SignupFieldErrors } from './form.ts'

/** Texts of the sign-up's toasts, with the exact wording of the spec's error catalogue. */
export const signupToasts = {
  invalid(faults: SignupFieldErrors): ToastNotice {
    return faults.name
      ? { title: 'Invalid Name', text: faults.name }
      : { title: 'Invalid Email', text: faults.email ?? '' }
  },
  limited: TOO_MANY_ATTEMPTS_NOTICE,
  screened: SECURITY_CHECK_FAILED_NOTICE,
  taken: {
    title: 'Email Already Registered',
    text: `This email address is already registered. We'll notify you when ${brand.name} is ready!`,
  },
  failed(reason: string): ToastNotice {
    // Removes the full stop at the end of the reason, because the sentence below adds one.
    const cause = reason.replace(/\.$/, '')
    return {
      title: 'Signup Failed',
      text: `We couldn't complete your signup: ${cause}. Please try again or contact support.`,
    }
  },
  done: {
    title: `Welcome to ${brand.name}!`,
    text: 'Check your email for confirmation. Redirecting to downloads...',
  },
  mailLate: { title: 'Note', text: WELCOME_MAIL_DELAYED_TEXT },
} as const
