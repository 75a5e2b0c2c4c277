import { line, type SpecLine } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

const SIGNUP = 'the dialog says what it is, what it asks and what it promises'
const CONTACT = 'the dialog asks for three things, the message in four rows'
const { contact, signup, signupManners } = journeys

/** Section 2: the two dialogs. */
export const dialogs: readonly SpecLine[] = [
  line(
    "2 signup dialog: title 'Download {product}', subtitle 'Join early users getting access to the beta version'",
    signupManners(SIGNUP),
    website.signupForm('the dialog says what the spec says'),
  ),
  line('2 signup dialog: fields Full Name (max length 100) and Email Address (max length 254)', signupManners(SIGNUP)),
  line("2 signup dialog: notes 'Secure & Free Signup' and '100% Free'", signupManners(SIGNUP)),
  line(
    "2 signup dialog: button 'Download App', showing 'Processing...' while busy",
    signup('pressing twice and Enter make one row, and the button says that it is busy'),
  ),
  line(
    "2 contact dialog: title 'Contact the Founders'; fields Full Name, Email Address, Message (4 rows); Cancel and Send Message",
    contact(CONTACT),
  ),
  line(
    "2 contact dialog: success view 'Message Sent!' with a Close button",
    contact('after the success view the next opening begins with an empty form'),
  ),
  line(
    '2 dialogs: neither a click outside nor Escape closes them',
    signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
    contact('neither Escape nor a press outside closes it; Cancel and Close do, and give the focus back'),
  ),
  line(
    '2 dialogs: closing resets the fields after 300 ms',
    signupManners('closing empties the fields after 300 ms'),
    contact('neither Escape nor a press outside closes it; Cancel and Close do, and give the focus back'),
  ),
  line(
    "2 dialogs: a close control labelled 'Close'",
    signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
    contact(CONTACT),
  ),
]
