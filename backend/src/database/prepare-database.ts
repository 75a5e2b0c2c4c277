import { prepareDatabase } from './prepared.ts'

/*
 * A step of a build: leaves the database of a first start in the folder that is named, in place of one that is there.
 * `node backend/src/database/prepare-database.ts website/dist/database`
 */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
await prepareDatabase(folder)
