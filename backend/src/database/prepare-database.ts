import { prepareDatabase, takePrepared } from './prepared.ts'

/*
 * A build step: creates the prepared database in the given folder, replacing an existing one. If a data folder is given as well and has
 * no database, it gets a copy. `node backend/src/database/prepare-database.ts website/dist/database`
 */

const [folder, dataDir] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: prepare-database.ts <folder> [<data folder>]')
await prepareDatabase(folder)
if (dataDir !== undefined) await takePrepared(folder, dataDir)
