import { runTestGroup } from '../../support/together.ts'

runTestGroup('files')
