import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

/** Requirements about roles and permissions (section 6 of docs/requirements.md) and their tests. */
export const roles: readonly RequirementEntry[] = [
  line('R6.1', website.sessionEvents('the session store follows every auth event of supabase-js')),
  line('R6.2', journeys.navbar('“Get Started” is hidden for signed-in visitors')),
  line(
    'R6.3',
    wire.restRoles(
      'the publishable key has the role anon, the secret key service_role, and a bearer key overrides the apikey',
    ),
    wire.rowRules('every role has exactly the listed access to the rows of every table, and row security is enabled'),
  ),
  line(
    'R6.4',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case address, and takes one spot'),
    journeys.signup('a sign-up is stored, gets a welcome mail and leads to the download page with its details'),
  ),
  line(
    'R6.5',
    wire.functions('a contact message is stored and mailed to the team with the visitor as Reply-To'),
    journeys.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
  line(
    'R6.6',
    journeys.home('without script > the home page can be read completely, and its buttons are links'),
    journeys.legal.all('without script > '),
    journeys.download('the download page shows the latest version and three files that open in a new tab'),
  ),
]
