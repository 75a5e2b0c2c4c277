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
  /** While sign-ups must be confirmed (`mayConfirm`), every taken address gets the same text, so that it reveals nothing. */
  taken(mayConfirm: boolean): ToastNotice {
    const text = `This email address is already registered. We'll notify you when ${brand.name} is ready!`
    return {
      title: 'Email Already Registered',
      text: mayConfirm ? `${text} If you haven’t confirmed it yet, press the link in our newest email.` : text,
    }
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
  mailLate: (mustConfirm: boolean): ToastNotice => ({
    title: 'Note',
    text: mustConfirm ? 'The email with the link to confirm your sign-up may be delayed.' : WELCOME_MAIL_DELAYED_TEXT,
  }),
} as const
