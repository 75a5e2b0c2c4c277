import type { HandWrittenMutant } from '../breakage.ts'

const FORM_DIALOG = 'website/app/dialogs/form-dialog.tsx'

/** Mutation testing: hand-written defects in the sign-up dialog and the contact dialog (sections 2 and 9 of tests/whole/requirements.md). */
export const dialogMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.62', 'R9.8'],
    what: 'a closed dialog forgets its fields at once',
    file: FORM_DIALOG,
    find: 'setTimeout(empty, FIELD_RESET_DELAY_MS)',
    replace: 'setTimeout(empty, 0)',
  },
  {
    breaks: ['R2.62', 'R9.8'],
    what: 'a closed dialog keeps its fields for three seconds',
    file: FORM_DIALOG,
    find: 'setTimeout(empty, FIELD_RESET_DELAY_MS)',
    replace: 'setTimeout(empty, 10 * FIELD_RESET_DELAY_MS)',
  },
  {
    breaks: ['R2.62'],
    what: 'a dialog that is opened again within 300 ms keeps its fields',
    file: 'website/app/dialogs/open-dialog.ts',
    find: '    pendingResets.get(name)?.()\n',
    replace: '',
  },
]
