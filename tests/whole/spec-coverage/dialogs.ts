import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, websiteTests } from './tests-by-file.ts'

const SIGNUP =
  'the sign-up dialog has a description, fields with length limits and autocomplete values, and a privacy note'
const CONTACT = 'the contact form has required name, email and message fields, the message with four rows'
const { contact, dialogReset, signup, signupManners } = browserTests

/** Requirements about the sign-up and the contact dialog (section 2 of docs/requirements.md) and their tests. */
export const dialogTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R2.55',
    signupManners(SIGNUP),
    websiteTests.signupForm('the sign-up dialog has the texts of the specification'),
  ),
  createTestedRequirement(
    'R2.56',
    signupManners(SIGNUP),
    websiteTests.signupForm('the sign-up dialog has the texts of the specification'),
  ),
  createTestedRequirement('R2.57', signupManners(SIGNUP)),
  createTestedRequirement('R2.58', signup('a double-click and Enter in the sign-up form store a single sign-up')),
  createTestedRequirement('R2.59', contact(CONTACT)),
  createTestedRequirement('R2.60', contact('the contact form is empty when reopened after a message was sent')),
  createTestedRequirement(
    'R2.61',
    signupManners(
      'the sign-up dialog ignores Escape and outside clicks; Close closes the dialog and restores the focus',
    ),
    contact(
      'the contact dialog ignores Escape and outside clicks; Cancel and Close close the dialog and restore the focus',
    ),
  ),
  createTestedRequirement(
    'R2.62',
    dialogReset('the closed sign-up and contact dialogs keep their input for 300 ms and are then cleared'),
    signupManners('closing the sign-up dialog clears its fields after 300 ms'),
    contact(
      'the contact dialog ignores Escape and outside clicks; Cancel and Close close the dialog and restore the focus',
    ),
  ),
  createTestedRequirement(
    'R2.63',
    signupManners(
      'the sign-up dialog ignores Escape and outside clicks; Close closes the dialog and restores the focus',
    ),
    contact(CONTACT),
  ),
]
