import { copyPreparedDatabase, prepareDatabase } from './prepared.ts'

/*
 * A build step: creates the prepared database (all migrations applied) in the given folder and replaces an existing one. A data folder
 * given as the second argument gets a copy if it contains no database. `node server/src/prepared-database/prepare-database.ts
 * website/dist/database`
 */

const [folder, dataDir] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: prepare-database.ts <folder> [<data folder>]')
await prepareDatabase(folder)
if (dataDir !== undefined) await copyPreparedDatabase(folder, dataDir)
