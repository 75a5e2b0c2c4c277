import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

/** Requirements about roles and permissions (section 6 of docs/requirements.md) and their tests. */
export const roles: readonly RequirementEntry[] = [
  line('R6.1', website.sessionEvents('the session store is updated on every supabase-js auth event')),
  line('R6.2', journeys.navbar('the header button “Get Started” is hidden for signed-in users')),
  line(
    'R6.3',
    wire.restRoles(
      'the publishable key maps to the role anon and the secret key to service_role, and a bearer key overrides the apikey',
    ),
    wire.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  ),
  line(
    'R6.4',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    journeys.signup(
      'a sign-up is stored, triggers a welcome mail and leads to the download page with the registration details',
    ),
  ),
  line(
    'R6.5',
    wire.functions('send-contact-email stores the message and mails it to the team with the visitor as Reply-To'),
    journeys.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
  line(
    'R6.6',
    journeys.home(
      'without JavaScript > without JavaScript the home page shows every section, and its buttons are links',
    ),
    journeys.legal.all('without JavaScript > '),
    journeys.download('the download page shows the latest version and three files that open in a new tab'),
  ),
]
