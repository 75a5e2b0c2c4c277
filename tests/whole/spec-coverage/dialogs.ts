import { line, type SpecLine } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

const SIGNUP = 'the dialog says what it is, what it asks and what it promises'
const CONTACT = 'the dialog asks for three things, the message in four rows'
const { contact, dialogReset, signup, signupManners } = journeys

/** Section 2: the two dialogs. */
export const dialogs: readonly SpecLine[] = [
  line('R2.55', signupManners(SIGNUP), website.signupForm('the dialog says what the spec says')),
  line('R2.56', signupManners(SIGNUP), website.signupForm('the dialog says what the spec says')),
  line('R2.57', signupManners(SIGNUP)),
  line('R2.58', signup('pressing twice and Enter make one row, and the button says that it is busy')),
  line('R2.59', contact(CONTACT)),
  line('R2.60', contact('after the success view the next opening begins with an empty form')),
  line(
    'R2.61',
    signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
    contact('neither Escape nor a press outside closes it; Cancel and Close do, and give the focus back'),
  ),
  line(
    'R2.62',
    dialogReset(
      'a closed dialog keeps its fields for 300 ms, not less and not more, and reopened before that still has them',
    ),
    signupManners('closing empties the fields after 300 ms'),
    contact('neither Escape nor a press outside closes it; Cancel and Close do, and give the focus back'),
  ),
  line(
    'R2.63',
    signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
    contact(CONTACT),
  ),
]
