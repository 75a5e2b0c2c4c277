import { runTestGroup } from '../../support/run-test-group.ts'

runTestGroup('signIns')
