import { prepareDatabase, takePrepared } from './prepared.ts'

/*
 * A step of a build: leaves the database of a first start in the folder that is named, in place of one that is there. A data folder
 * that is named too and has no database gets it at once.
 * `node backend/src/database/prepare-database.ts website/dist/database`
 */

const [folder, dataDir] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
await prepareDatabase(folder)
if (dataDir !== undefined) await takePrepared(folder, dataDir)
