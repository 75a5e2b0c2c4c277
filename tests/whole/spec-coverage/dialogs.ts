import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

const SIGNUP = 'the sign-up dialog has its description, fields with limits and autocomplete, and the privacy note'
const CONTACT = 'the contact form has three required fields, with a message of four rows'
const { contact, dialogReset, signup, signupManners } = journeys

/** Requirements about the sign-up and the contact dialog (section 2 of docs/requirements.md) and their tests. */
export const dialogs: readonly RequirementEntry[] = [
  line('R2.55', signupManners(SIGNUP), website.signupForm('the sign-up dialog has the texts of the spec')),
  line('R2.56', signupManners(SIGNUP), website.signupForm('the sign-up dialog has the texts of the spec')),
  line('R2.57', signupManners(SIGNUP)),
  line('R2.58', signup('a double-click and Enter store one sign-up, and the button is busy meanwhile')),
  line('R2.59', contact(CONTACT)),
  line('R2.60', contact('the contact form is empty when it is reopened after a sent message')),
  line(
    'R2.61',
    signupManners('Escape and a click outside keep the sign-up dialog open; Close closes it and restores the focus'),
    contact('Escape and a click outside keep the contact dialog open; Cancel and Close close it and restore the focus'),
  ),
  line(
    'R2.62',
    dialogReset('a closed dialog keeps its input for 300 ms and is empty after that'),
    signupManners('closing the sign-up dialog clears its fields after 300 ms'),
    contact('Escape and a click outside keep the contact dialog open; Cancel and Close close it and restore the focus'),
  ),
  line(
    'R2.63',
    signupManners('Escape and a click outside keep the sign-up dialog open; Close closes it and restores the focus'),
    contact(CONTACT),
  ),
]
