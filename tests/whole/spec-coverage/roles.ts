import { line, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

/** Section 6: who may do what. */
export const roles: readonly SpecLine[] = [
  line('R6.1', website.sessionEvents("supabase-js's events are followed, sign-in and sign-out alike")),
  line('R6.2', journeys.navbar('Get Started is for visitors who are not signed in')),
  line(
    'R6.3',
    wire.restRoles('the publishable key is the anonymous role, the secret key the operator'),
    wire.rowRules('every role can do with every table what the rules say, and nothing else'),
  ),
  line(
    'R6.4',
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
    journeys.signup('a sign-up is stored, welcomed by mail, and led to the downloads with its details'),
  ),
  line(
    'R6.5',
    wire.functions('a contact message is kept and reaches the team, an answer to it the visitor'),
    journeys.contact('a message is stored, reaches the founders, and is answered in the dialog'),
  ),
  line(
    'R6.6',
    journeys.home('without script > everything can be read, and the ways in are links'),
    journeys.legal.all('without script > '),
    journeys.download('the plain page shows the latest version and three files, each in a new tab'),
  ),
]
